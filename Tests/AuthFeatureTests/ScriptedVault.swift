import AuthFeature
import EthereumPrimitives
import Headrace
import HeadraceTesting
import Synchronization
import VaultClient

/// A vault that records its questions, and gives scripted answers.
final class ScriptedVault: Sendable {
  /// A question to the vault, with every handle it gets.
  enum Question: Equatable, Sendable {
    case beginCreation(Int)
    case importPhrase(SecretHandle)
    case showPhrase(PhraseHandle)
    case challenge(PhraseHandle)
    case checkWords(PhraseHandle, [SecretHandle])
    case setPasscode(PhraseHandle, PasscodePolicy, SecretHandle, SecretHandle)
    case commit(PhraseHandle)
    case abandon(PhraseHandle)
    case unlock(SecretHandle)
    case status
    case discard(SecretHandle)
  }

  private struct Script {
    var questions: [Question] = []
    var refusals: [any Error] = []
    var challengeCount = 0
    var status = VaultStatus.unlocked(ScriptedVault.accounts)
    var delay: Duration?
  }

  let clock = TestClock()
  private let script = Mutex(Script())

  /// All questions, oldest first.
  var questions: [Question] { script.withLock(\.questions) }

  /// The number of scripted refusals that were not used yet.
  var refusalCount: Int { script.withLock(\.refusals.count) }

  /// Refuses the next questions that can be refused in this way, one after the other.
  func refuse(_ refusals: any Error...) {
    script.withLock { $0.refusals += refusals }
  }

  /// Sets the status of the vault.
  func stand(_ status: VaultStatus) {
    script.withLock { $0.status = status }
  }

  /// Delays every answer from now on by a second; a cancelled question is answered immediately, as
  /// by a vault that ignores cancellation.
  func answerSlowly() {
    script.withLock { $0.delay = .seconds(1) }
  }

  private func answer<Refusal: Error>(
    _ question: Question, _: Refusal.Type
  ) async throws(Refusal) {
    let (refusal, delay) = script.withLock { script -> (Refusal?, Duration?) in
      script.questions.append(question)
      let refusal = script.refusals.first as? Refusal
      if refusal != nil { script.refusals.removeFirst() }
      return (refusal, script.delay)
    }
    if let delay { try? await clock.sleep(for: delay) }
    if let refusal { throw refusal }
  }

  /// Records a question.
  func note(_ question: Question) {
    script.withLock { $0.questions.append(question) }
  }

  private func nextChallenge() -> ConfirmationChallenge {
    script.withLock {
      $0.challengeCount += 1
      return Self.challenge($0.challengeCount)
    }
  }
}

// MARK: - What It Answers

extension ScriptedVault {
  static let made = PhraseHandle(id: 1, wordCount: 12)
  static let imported = PhraseHandle(id: 2, wordCount: 24)
  static let accounts = [
    VaultAccount(
      id: AccountID(rawValue: 0), address: Address(1, 1, 1), name: "Account 1",
      path: "m/44'/60'/0'/0/0")
  ]

  /// Returns the positions that the n-th challenge asks for, from 1.
  static func challenge(_ number: Int) -> ConfirmationChallenge {
    ConfirmationChallenge(positions: [number, number + 1, number + 2])
  }

  /// A client with everything that the Auth feature may ask; all else fails the test.
  var client: VaultClient {
    var client = VaultClient.testValue
    client.beginCreation = { wordCount throws(CreationRefusal) in
      try await self.answer(.beginCreation(wordCount), CreationRefusal.self)
      return Self.made
    }
    client.importPhrase = { phrase throws(PhraseImportRefusal) in
      try await self.answer(.importPhrase(phrase), PhraseImportRefusal.self)
      return Self.imported
    }
    client.showPhrase = { handle throws(PhraseDisplayRefusal) in
      try await self.answer(.showPhrase(handle), PhraseDisplayRefusal.self)
    }
    client.confirmationChallenge = { handle throws(ConfirmationRefusal) in
      try await self.answer(.challenge(handle), ConfirmationRefusal.self)
      return self.nextChallenge()
    }
    client.checkConfirmation = { handle, words throws(ConfirmationRefusal) in
      try await self.answer(.checkWords(handle, words), ConfirmationRefusal.self)
    }
    client.setPasscode = { handle, policy, new, confirmation throws(PasscodeRefusal) in
      try await self.answer(
        .setPasscode(handle, policy, new, confirmation), PasscodeRefusal.self)
    }
    client.commit = { handle throws(CommitRefusal) in
      try await self.answer(.commit(handle), CommitRefusal.self)
      return CommittedVault(accounts: Self.accounts)
    }
    client.abandonCreation = { self.note(.abandon($0)) }
    client.unlock = { passcode throws(UnlockRefusal) in
      try await self.answer(.unlock(passcode), UnlockRefusal.self)
      return Self.accounts
    }
    client.status = { () throws(VaultStorageFailure) in
      try await self.answer(.status, VaultStorageFailure.self)
      return self.script.withLock(\.status)
    }
    client.discard = { self.note(.discard($0)) }
    return client
  }
}

// MARK: - Stores

extension ScriptedVault {
  /// Returns a store of the creation, at a phase.
  func creating(
    _ state: CreateWallet.State = CreateWallet.State(wordCount: 12),
    _ phase: CreateWallet.Phase? = nil
  ) -> TestStoreOf<CreateWallet> {
    var state = state
    if let phase { state.phase = phase }
    return TestStore(initialState: state) {
      CreateWallet()
    } withDependencies: {
      $0.continuousClock = clock
      $0.vault = client
    }
  }

  /// Returns a store of the unlock screen.
  func unlocking() -> TestStoreOf<UnlockWallet> {
    TestStore(initialState: UnlockWallet.State()) {
      UnlockWallet()
    } withDependencies: {
      $0.continuousClock = clock
      $0.vault = client
    }
  }
}

/// The user's input, by number.
enum Typed {
  static let phrase = SecretHandle(id: 10)
  static let words = [SecretHandle(id: 21), SecretHandle(id: 22), SecretHandle(id: 23)]
  static let passcode = SecretHandle(id: 31)
  static let repeated = SecretHandle(id: 32)
  static let passcodes = CreateWallet.View.passcodeEntered(
    .passphrase, passcode, confirmation: repeated)
}
