import EthereumMessages
import EthereumPrimitives
import Foundation
import Headrace
import HeadraceTesting
import SessionClient
import SessionFeature
import Synchronization
import VaultClient

/// A vault and a service that record their questions, and give scripted answers.
final class KeepSessionBench: Sendable {
  /// A question, with every handle.
  enum Question: Equatable, Sendable {
    case session
    case challenge
    case authorize(AuthorizationPurpose, SecretHandle)
    case signMessage(Authorization, AccountID, SignInMessage)
    case signIn(SignInMessage, PersonalSignature)
    case profile
    case signOut
    case discard(SecretHandle)
  }

  private struct Script {
    var questions: [Question] = []
    var refusals: [any Error] = []
    var delay: Duration?
    var kept: Session?
    var challenge = KeepSessionBench.challenge
    var now = KeepSessionBench.now
  }

  let clock = TestClock()
  private let script = Mutex(Script())

  /// All questions, oldest first.
  var questions: [Question] { script.withLock(\.questions) }

  /// Refuses the next questions that can be refused in this way, one after the other.
  func refuse(_ refusals: any Error...) {
    script.withLock { $0.refusals += refusals }
  }

  /// Delays every answer from now on.
  func answer(after delay: Duration?) {
    script.withLock { $0.delay = delay }
  }

  /// Makes the vault keep a session.
  func keep(_ session: Session?) {
    script.withLock { $0.kept = session }
  }

  /// Changes the service's challenge.
  func change(_ change: (inout SessionChallenge) -> Void) {
    script.withLock { change(&$0.challenge) }
  }

  /// Advances the time.
  func advance(seconds: Double) {
    script.withLock { $0.now += seconds }
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

extension KeepSessionBench {
  static let now = Date(timeIntervalSince1970: 1_800_000_000)
  static let chainID: ChainID = 31_337
  static let endpoint = made { try SessionEndpoint("https://example.com/auth") }
  static let account = VaultAccount(
    id: AccountID(rawValue: 3), address: Address(1, 1, 1), name: "Account 1",
    path: "m/44'/60'/0'/0/0")
  static let passcode = SecretHandle(id: 31)
  static let authorization = Authorization(id: 77)
  static let signature = made {
    try PersonalSignature(hex: "0x" + String(repeating: "01", count: 64) + "1b")
  }
  static let session = Session(
    address: account.address, chainID: chainID, accessExpiresAt: now + 60,
    expiresAt: now + 86_400)
  static let profile = SessionProfile(address: account.address, chainID: chainID)
  static let challenge = SessionChallenge(
    domain: "example.com", uri: "https://example.com/auth", chainID: chainID, nonce: "32891756",
    expirationTime: "2027-01-15T08:05:00Z", statement: "I accept.")

  /// The message that the challenge asks for.
  static let message = made {
    try SignInMessage(
      scheme: "https", domain: "example.com", address: account.address, statement: "I accept.",
      uri: "https://example.com/auth", chainID: chainID, nonce: "32891756",
      issuedAt: DateTime(secondsSince1970: 1_800_000_000),
      expirationTime: DateTime(secondsSince1970: 1_800_000_300))
  }

  private static func made<Value>(_ make: () throws -> Value) -> Value {
    do {
      return try make()
    } catch {
      preconditionFailure("what tests are made of is wrong: \(error)")
    }
  }

  private var vault: VaultClient {
    var client = VaultClient.testValue
    client.authorize = { purpose, passcode throws(AuthorizationRefusal) in
      try await self.answer(.authorize(purpose, passcode), AuthorizationRefusal.self) { _ in
        Self.authorization
      }
    }
    client.signMessage = { leave, account, message throws(MessageSigningRefusal) in
      try await self.answer(
        .signMessage(leave, account, message), MessageSigningRefusal.self
      ) { _ in Self.signature }
    }
    client.discard = { secret in
      self.script.withLock { $0.questions.append(.discard(secret)) }
    }
    return client
  }

  private var session: SessionClient {
    SessionClient(
      challenge: { _ in
        try await self.answer(.challenge, SessionError.self) { $0.challenge }
      },
      signIn: { _, message, signature in
        try await self.answer(.signIn(message, signature), SessionError.self) { _ in Self.session }
      },
      session: { _ in try await self.answer(.session, SessionError.self) { $0.kept } },
      refresh: { _ in Self.session },
      profile: { _ in try await self.answer(.profile, SessionError.self) { _ in Self.profile } },
      signOut: { _ in try await self.answer(.signOut, SessionError.self) { _ in } })
  }

  /// Returns a store of the screen, at a phase.
  func store(
    _ phase: KeepSession.Phase = .signedOut,
    _ change: (inout KeepSession.State) -> Void = { _ in }
  ) -> TestStoreOf<KeepSession> {
    var state = KeepSession.State(
      account: Self.account, chainID: Self.chainID, endpoint: Self.endpoint)
    state.phase = phase
    change(&state)
    return TestStore(initialState: state) {
      KeepSession()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = DateGenerator { self.script.withLock(\.now) }
      $0.vault = vault
      $0.session = session
    }
  }
}
