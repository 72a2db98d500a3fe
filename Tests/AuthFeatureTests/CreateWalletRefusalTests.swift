import AuthFeature
import Headrace
import HeadraceTesting
import Testing
import VaultClient

/// The vault's refusals, and the user's next tries.
@Suite("CreateWallet's refusals")
struct CreateWalletRefusalTests {
  private static let handle = ScriptedVault.made
  private static let storage = VaultStorageFailure.diskFull(path: "/wallet")
  private let vault = ScriptedVault()
  private let handle = Self.handle

  // MARK: - The Phrase

  @Test(arguments: [
    CreationRefusal.unsupportedWordCount(13), .vaultExists, .storage(storage),
  ])
  func aPhraseThatIsNotMadeCanBeAskedForAgain(refusal: CreationRefusal) async {
    vault.refuse(refusal)
    let store = vault.creating()
    await store.send(.view(.appeared)) { $0.isWorking = true }
    await store.receive(\.inner.failed, .creation(refusal)) {
      $0.isWorking = false
      $0.failure = .creation(refusal)
    }
    await store.send(.view(.appeared)) {
      $0.isWorking = true
      $0.failure = nil
    }
    await store.receive(\.inner.phraseShown) {
      $0.isWorking = false
      $0.phase = .showingPhrase(handle)
    }
    await store.finish()
    #expect(
      vault.questions == [.beginCreation(12), .beginCreation(12), .showPhrase(handle)])
  }

  /// The handle of a phrase that could not be shown was lost: the phrase stayed in the vault.
  @Test(arguments: [PhraseDisplayRefusal.phraseGone, .displayUnavailable])
  func aPhraseThatIsNotShownIsAbandoned(refusal: PhraseDisplayRefusal) async {
    vault.refuse(refusal)
    let store = vault.creating()
    await store.send(.view(.appeared)) { $0.isWorking = true }
    await store.receive(\.inner.failed, .display(refusal)) {
      $0.isWorking = false
      $0.failure = .display(refusal)
    }
    #expect(
      vault.questions == [.beginCreation(12), .showPhrase(handle), .abandon(handle)])
    await store.send(.view(.appeared)) {
      $0.isWorking = true
      $0.failure = nil
    }
    await store.receive(\.inner.phraseShown) {
      $0.isWorking = false
      $0.phase = .showingPhrase(handle)
    }
    await store.finish()
  }

  @Test(arguments: [
    PhraseImportRefusal.secretGone, .vaultExists, .wrongWordCount(found: 11),
    .unknownWord(position: 3), .upperCase(position: 3), .wrongChecksum,
    .extraSpace(position: 1), .storage(storage),
  ])
  func anInvalidPhraseCanBeTypedAgain(refusal: PhraseImportRefusal) async {
    vault.refuse(refusal)
    let store = vault.creating(.importing)
    await store.send(.view(.phraseEntered(Typed.phrase))) { $0.isWorking = true }
    await store.receive(\.inner.failed, .phraseImport(refusal)) {
      $0.isWorking = false
      $0.failure = .phraseImport(refusal)
    }
    let second = SecretHandle(id: 11)
    await store.send(.view(.phraseEntered(second))) {
      $0.isWorking = true
      $0.failure = nil
    }
    await store.receive(\.inner.phraseImported) {
      $0.isWorking = false
      $0.phase = .choosingPasscode(ScriptedVault.imported)
    }
    await store.finish()
    #expect(vault.questions == [.importPhrase(Typed.phrase), .importPhrase(second)])
  }

  // MARK: - The Words

  @Test func aChallengeThatDoesNotComeCanBeAskedForAgain() async {
    vault.refuse(ConfirmationRefusal.phraseGone)
    let store = vault.creating(CreateWallet.State(wordCount: 12), .showingPhrase(handle))
    await store.send(.view(.phraseNotedButtonTapped)) { $0.isWorking = true }
    await store.receive(\.inner.failed) {
      $0.isWorking = false
      $0.failure = .confirmation(.phraseGone)
    }
    await store.send(.view(.phraseNotedButtonTapped)) {
      $0.isWorking = true
      $0.failure = nil
    }
    await store.receive(\.inner.challenged) {
      $0.isWorking = false
      $0.phase = .confirming(handle, ScriptedVault.challenge(1))
    }
    await store.finish()
  }

  @Test(arguments: [
    ConfirmationRefusal.wrongWords(positions: [2]), .wrongWords(positions: [1, 2, 3]),
    .secretGone, .noChallenge,
  ])
  func wrongWordsAskForOthersAndSayWhy(refusal: ConfirmationRefusal) async {
    vault.refuse(refusal)
    let store = vault.creating(
      CreateWallet.State(wordCount: 12), .confirming(handle, ConfirmationChallenge(positions: [9])))
    await store.send(.view(.wordsEntered(Typed.words))) { $0.isWorking = true }
    await store.receive(\.inner.failed, .confirmation(refusal)) {
      $0.failure = .confirmation(refusal)
    }
    // It still shows the reason while the next words are asked.
    await store.receive(\.inner.challenged) {
      $0.isWorking = false
      $0.phase = .confirming(handle, ScriptedVault.challenge(1))
    }
    await store.send(.view(.wordsEntered([]))) {
      $0.isWorking = true
      $0.failure = nil
    }
    await store.receive(\.inner.confirmed) {
      $0.isWorking = false
      $0.phase = .choosingPasscode(handle)
    }
    await store.finish()
    #expect(
      vault.questions == [
        .checkWords(handle, Typed.words), .challenge(handle), .checkWords(handle, []),
      ])
  }

  /// A phrase that had been removed caused a request for a challenge, which was refused, which
  /// caused another request: it never ended.
  @Test func aForgottenPhraseHasNoOtherChallenge() async {
    vault.refuse(ConfirmationRefusal.phraseGone)
    let challenge = ScriptedVault.challenge(1)
    let store = vault.creating(
      CreateWallet.State(wordCount: 12), .confirming(handle, challenge))
    await store.send(.view(.wordsEntered(Typed.words))) { $0.isWorking = true }
    await store.receive(\.inner.failed) {
      $0.isWorking = false
      $0.failure = .confirmation(.phraseGone)
    }
    await store.finish()
    #expect(vault.questions == [.checkWords(handle, Typed.words)])
  }

  @Test func aChallengeThatDoesNotComeAfterWrongWordsLeavesTheScreen() async {
    vault.refuse(
      ConfirmationRefusal.wrongWords(positions: [1]), ConfirmationRefusal.phraseGone)
    let challenge = ScriptedVault.challenge(1)
    let store = vault.creating(
      CreateWallet.State(wordCount: 12), .confirming(handle, challenge))
    await store.send(.view(.wordsEntered(Typed.words))) { $0.isWorking = true }
    await store.receive(\.inner.failed) {
      $0.failure = .confirmation(.wrongWords(positions: [1]))
    }
    await store.receive(\.inner.failed) {
      $0.isWorking = false
      $0.failure = .confirmation(.phraseGone)
    }
    await store.finish()
    #expect(vault.questions == [.checkWords(handle, Typed.words), .challenge(handle)])
  }

  // MARK: - The Passcode

  @Test(arguments: [
    PasscodeRefusal.phraseGone, .secretGone, .tooShort(minimum: 8),
    .tooLong(maximumByteCount: 1_024), .notDigits(count: 6), .notText, .mismatch,
  ])
  func anInvalidPasscodeCanBeChosenAgain(refusal: PasscodeRefusal) async {
    vault.refuse(refusal)
    let store = vault.creating(CreateWallet.State(wordCount: 12), .choosingPasscode(handle))
    await store.send(.view(Typed.passcodes)) { $0.isWorking = true }
    await store.receive(\.inner.failed, .passcode(refusal)) {
      $0.isWorking = false
      $0.failure = .passcode(refusal)
    }
    await finish(store)
    let set = ScriptedVault.Question.setPasscode(
      handle, .passphrase, Typed.passcode, Typed.repeated)
    #expect(vault.questions == [set, set, .commit(handle)])
  }

  @Test(arguments: [
    CommitRefusal.phraseGone, .notConfirmed, .noPasscode, .vaultExists, .cancelled,
    .storage(storage), .storage(.outOfMemory),
  ])
  func aVaultThatIsNotWrittenGoesBackToThePasscode(refusal: CommitRefusal) async {
    vault.refuse(refusal)
    let store = vault.creating(CreateWallet.State(wordCount: 12), .choosingPasscode(handle))
    await store.send(.view(Typed.passcodes)) { $0.isWorking = true }
    await store.receive(\.inner.passcodeSet) { $0.phase = .committing(handle) }
    await store.receive(\.inner.failed, .commit(refusal)) {
      $0.isWorking = false
      $0.phase = .choosingPasscode(handle)
      $0.failure = .commit(refusal)
    }
    await finish(store)
    let set = ScriptedVault.Question.setPasscode(
      handle, .passphrase, Typed.passcode, Typed.repeated)
    #expect(vault.questions == [set, .commit(handle), set, .commit(handle)])
  }

  /// Chooses a passcode after a refusal; nothing else is refused.
  private func finish(_ store: TestStoreOf<CreateWallet>) async {
    await store.send(.view(Typed.passcodes)) {
      $0.isWorking = true
      $0.failure = nil
    }
    await store.receive(\.inner.passcodeSet) { $0.phase = .committing(handle) }
    await store.receive(\.inner.committed) {
      $0.isWorking = false
      $0.phase = .finished
    }
    await store.receive(\.delegate.finished)
    await store.finish()
    #expect(vault.refusalCount == 0)
  }
}
