import EthereumPrimitives
import Headrace
import HeadraceTesting
import NodeClient
import ProfileFeature
import Synchronization
import VaultClient

/// A vault and a node that record their questions, and give scripted answers.
final class ProfileBench: Sendable {
  /// A question to the vault, with every handle it gets, or to the node.
  enum Question: Equatable, Sendable {
    case deriveAccount
    case renameAccount(AccountID, String)
    case authorize(AuthorizationPurpose, SecretHandle)
    case revealPhrase(Authorization)
    case erase(Authorization)
    case discard(SecretHandle)
    case keep(Preferences)
    case chainID
    case clientVersion
    case blockNumber
  }

  private struct Script {
    var questions: [Question] = []
    var refusals: [any Error] = []
    var delay: Duration?
    var derivedCount = 1
    var chainID = ProfileBench.chainID
    var blockNumber: UInt64 = 99
  }

  let clock = TestClock()
  private let script = Mutex(Script())

  /// All questions, oldest first.
  var questions: [Question] { script.withLock(\.questions) }

  /// Refuses the next questions that can be refused in this way, one after the other.
  func refuse(_ refusals: any Error...) {
    script.withLock { $0.refusals += refusals }
  }

  /// Delays every answer from now on; a cancelled question is answered immediately.
  func answer(after delay: Duration?) {
    script.withLock { $0.delay = delay }
  }

  /// Makes the node follow a chain, and be at a block.
  func node(isOn chainID: ChainID, at blockNumber: UInt64 = 99) {
    script.withLock {
      $0.chainID = chainID
      $0.blockNumber = blockNumber
    }
  }

  private func answer<Refusal: Error, Answer: Sendable>(
    _ question: Question, _: Refusal.Type, _ make: @Sendable (inout Script) -> Answer
  ) async throws(Refusal) -> Answer {
    let (refusal, delay, answer) = script.withLock { script -> (Refusal?, Duration?, Answer?) in
      script.questions.append(question)
      let refusal = script.refusals.first as? Refusal
      if refusal != nil { script.refusals.removeFirst() }
      return (refusal, script.delay, refusal == nil ? make(&script) : nil)
    }
    if let delay { try? await clock.sleep(for: delay) }
    if let refusal { throw refusal }
    return answer!
  }
}

// MARK: - What It Answers

extension ProfileBench {
  static let chainID: ChainID = 1_337
  static let passcode = SecretHandle(id: 31)
  static let authorization = Authorization(id: 77)
  static let network = Profile.NodeStatus(clientVersion: "Geth/v1.16.2", blockNumber: 99)
  static let first = account(0)

  /// Returns the account with an index, as the vault derives it.
  static func account(_ index: UInt32, name: String? = nil) -> VaultAccount {
    VaultAccount(
      id: AccountID(rawValue: index), address: Address(1, 1, index),
      name: name ?? "Account \(index + 1)", path: "m/44'/60'/0'/0/\(index)")
  }

  private var vault: VaultClient {
    var client = VaultClient.testValue
    client.deriveAccount = { () throws(AccountRefusal) in
      try await self.answer(.deriveAccount, AccountRefusal.self) { script in
        script.derivedCount += 1
        return Self.account(UInt32(script.derivedCount - 1))
      }
    }
    client.renameAccount = { id, name throws(AccountRefusal) in
      try await self.answer(.renameAccount(id, name), AccountRefusal.self) { _ in
        Self.account(id.rawValue, name: name)
      }
    }
    client.authorize = { purpose, passcode throws(AuthorizationRefusal) in
      try await self.answer(.authorize(purpose, passcode), AuthorizationRefusal.self) { _ in
        Self.authorization
      }
    }
    client.revealPhrase = { authorization throws(RevealRefusal) in
      try await self.answer(.revealPhrase(authorization), RevealRefusal.self) { _ in }
    }
    client.erase = { authorization throws(EraseRefusal) in
      try await self.answer(.erase(authorization), EraseRefusal.self) { _ in }
    }
    client.discard = { secret in
      self.script.withLock { $0.questions.append(.discard(secret)) }
    }
    return client
  }

  private var preferences: PreferencesClient {
    PreferencesClient(
      keep: { preferences throws(PreferencesRefusal) in
        try await self.answer(.keep(preferences), PreferencesRefusal.self) { _ in }
      })
  }

  private var node: NodeClient {
    var client = NodeClient.testValue
    client.chainID = { try await self.answer(.chainID, NodeError.self) { $0.chainID } }
    client.clientVersion = {
      try await self.answer(.clientVersion, NodeError.self) { _ in Self.network.clientVersion }
    }
    client.blockNumber = {
      try await self.answer(.blockNumber, NodeError.self) { $0.blockNumber }
    }
    return client
  }
}

// MARK: - Stores

extension ProfileBench {
  /// A screen of one account.
  static var state: Profile.State {
    Profile.State(accounts: [first], chainID: chainID)
  }

  /// Returns a store of the screen, at a phase.
  func store(
    _ phase: Profile.Phase = .idle, _ change: (inout Profile.State) -> Void = { _ in }
  ) -> TestStoreOf<Profile> {
    var state = Self.state
    state.phase = phase
    change(&state)
    return TestStore(initialState: state) {
      Profile()
    } withDependencies: {
      $0.continuousClock = clock
      $0.vault = vault
      $0.node = node
      $0.preferences = preferences
    }
  }
}
