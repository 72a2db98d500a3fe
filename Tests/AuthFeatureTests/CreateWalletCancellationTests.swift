import AuthFeature
import Headrace
import HeadraceTesting
import Testing
import VaultClient

/// The user gives up: the parent is notified once, and the vault keeps no phrase.
@Suite("CreateWallet's cancellation")
struct CreateWalletCancellationTests {
  private static let handle = ScriptedVault.made
  private static let challenge = ScriptedVault.challenge(7)
  private let vault = ScriptedVault()
  private let handle = Self.handle

  private func creating(_ phase: CreateWallet.Phase) -> TestStoreOf<CreateWallet> {
    vault.creating(CreateWallet.State(wordCount: 12), phase)
  }

  // MARK: - While Nothing Runs

  @Test(arguments: [CreateWallet.State(wordCount: 12), .importing])
  func withoutAPhraseThereIsNothingToAbandon(state: CreateWallet.State) async {
    let store = vault.creating(state)
    await store.send(.view(.cancelButtonTapped)) { $0.phase = .cancelled }
    await store.receive(\.delegate.cancelled)
    await store.finish()
    #expect(vault.questions == [])
  }

  @Test(arguments: [
    CreateWallet.Phase.showingPhrase(handle), .confirming(handle, challenge),
    .choosingPasscode(handle),
  ])
  func aPhraseIsAbandonedBeforeTheParentHears(phase: CreateWallet.Phase) async {
    let store = creating(phase)
    // The parent removes the screen when notified, and with it the screen's unfinished work.
    store.dependencies.vault.abandonCreation = { [vault] handle in
      try? await vault.clock.sleep(for: .seconds(1))
      vault.note(.abandon(handle))
    }
    await store.send(.view(.cancelButtonTapped)) { $0.phase = .cancelled }
    await vault.clock.advance(by: .milliseconds(999))
    // The exhaustive store would fail if the parent had been notified.
    await store.send(.view(.cancelButtonTapped))
    await vault.clock.advance(by: .milliseconds(1))
    await store.receive(\.delegate.cancelled)
    #expect(vault.questions == [.abandon(handle)])
    await store.finish()
  }

  @Test func aFailureIsNotShownOfWhatWasGivenUp() async {
    vault.refuse(PasscodeRefusal.mismatch)
    let store = creating(.choosingPasscode(handle))
    await store.send(.view(Typed.passcodes)) { $0.isWorking = true }
    await store.receive(\.inner.failed) {
      $0.isWorking = false
      $0.failure = .passcode(.mismatch)
    }
    await store.send(.view(.cancelButtonTapped)) {
      $0.phase = .cancelled
      $0.failure = nil
    }
    await store.receive(\.delegate.cancelled)
    await store.finish()
  }

  @Test func aSecondTapIsNotToldAgain() async {
    let store = creating(.showingPhrase(handle))
    await store.send(.view(.cancelButtonTapped)) { $0.phase = .cancelled }
    await store.receive(\.delegate.cancelled)
    await store.send(.view(.cancelButtonTapped))
    await store.finish()
    #expect(vault.questions == [.abandon(handle)])
  }

  @Test func aFinishedWalletIsNotGivenUp() async {
    let store = creating(.finished)
    await store.send(.view(.cancelButtonTapped))
    await store.finish()
    #expect(vault.questions == [])
  }

  // MARK: - While the Vault Makes or Takes a Phrase

  /// Its handle arrived when there was no listener left: the phrase stayed in the vault.
  @Test func aPhraseThatIsBeingMadeIsAbandonedAndNotShown() async {
    vault.answerSlowly()
    let store = vault.creating()
    await store.send(.view(.appeared)) { $0.isWorking = true }
    await vault.clock.advance(by: .milliseconds(500))
    await store.send(.view(.cancelButtonTapped)) {
      $0.isWorking = false
      $0.phase = .cancelled
    }
    await store.receive(\.delegate.cancelled)
    await store.finish()
    #expect(vault.questions == [.beginCreation(12), .abandon(handle)])
  }

  @Test func aPhraseThatIsBeingShownIsAbandoned() async {
    vault.answerSlowly()
    let store = vault.creating()
    await store.send(.view(.appeared)) { $0.isWorking = true }
    await vault.clock.advance(by: .milliseconds(1_500))
    #expect(vault.questions == [.beginCreation(12), .showPhrase(handle)])
    await store.send(.view(.cancelButtonTapped)) {
      $0.isWorking = false
      $0.phase = .cancelled
    }
    await store.receive(\.delegate.cancelled)
    await store.finish()
    #expect(vault.questions == [.beginCreation(12), .showPhrase(handle), .abandon(handle)])
  }

  @Test func aPhraseThatIsBeingImportedIsAbandoned() async {
    vault.answerSlowly()
    let store = vault.creating(.importing)
    await store.send(.view(.phraseEntered(Typed.phrase))) { $0.isWorking = true }
    await vault.clock.advance(by: .milliseconds(999))
    await store.send(.view(.cancelButtonTapped)) {
      $0.isWorking = false
      $0.phase = .cancelled
    }
    await store.receive(\.delegate.cancelled)
    await store.finish()
    #expect(vault.questions == [.importPhrase(Typed.phrase), .abandon(ScriptedVault.imported)])
  }

  /// A screen that is removed ends its effects; the phrase does not outlive it.
  @Test func aScreenThatGoesAwayWhileAPhraseIsMadeLeavesNone() async {
    vault.answerSlowly()
    let store = vault.creating()
    let start = await store.send(.view(.appeared)) { $0.isWorking = true }
    await start.cancel()
    await store.finish()
    #expect(vault.questions == [.beginCreation(12), .abandon(handle)])
  }

  // MARK: - While the Vault Checks

  @Test func aChallengeThatComesTooLateChangesNothing() async {
    let store = creating(.showingPhrase(handle))
    await giveUp(store, after: .phraseNotedButtonTapped)
    await store.receive(\.inner.challenged) { $0.isWorking = false }
    await store.finish()
    #expect(vault.questions == [.challenge(handle), .abandon(handle)])
  }

  @Test func wordsThatAreRightTooLateChangeNothing() async {
    let store = creating(.confirming(handle, Self.challenge))
    await giveUp(store, after: .wordsEntered(Typed.words))
    await store.receive(\.inner.confirmed) { $0.isWorking = false }
    await store.finish()
    #expect(vault.questions == [.checkWords(handle, Typed.words), .abandon(handle)])
  }

  @Test func wordsThatAreWrongTooLateAskForNoOthers() async {
    vault.refuse(ConfirmationRefusal.wrongWords(positions: [7]))
    let store = creating(.confirming(handle, Self.challenge))
    await giveUp(store, after: .wordsEntered(Typed.words))
    await store.receive(\.inner.failed) { $0.isWorking = false }
    await store.finish()
    #expect(vault.questions == [.checkWords(handle, Typed.words), .abandon(handle)])
  }

  @Test(arguments: [false, true])
  func aPasscodeThatIsJudgedTooLateIsNotCommitted(isRefused: Bool) async {
    if isRefused { vault.refuse(PasscodeRefusal.mismatch) }
    let store = creating(.choosingPasscode(handle))
    await giveUp(store, after: Typed.passcodes)
    if isRefused {
      await store.receive(\.inner.failed) { $0.isWorking = false }
    } else {
      await store.receive(\.inner.passcodeSet) { $0.isWorking = false }
    }
    await store.finish()
    #expect(
      vault.questions == [
        .setPasscode(handle, .passphrase, Typed.passcode, Typed.repeated), .abandon(handle),
      ])
  }

  /// Sends an action, gives up while the vault works on it, and then lets the vault answer.
  private func giveUp(
    _ store: TestStoreOf<CreateWallet>, after action: CreateWallet.View
  ) async {
    vault.answerSlowly()
    await store.send(.view(action)) { $0.isWorking = true }
    await vault.clock.advance(by: .milliseconds(500))
    await store.send(.view(.cancelButtonTapped)) { $0.phase = .cancelled }
    await store.receive(\.delegate.cancelled)
    await vault.clock.advance(by: .milliseconds(500))
  }

  // MARK: - While the Vault Is Written

  /// The parent is notified when it is certain that there is no vault.
  @Test(arguments: [CommitRefusal.phraseGone, .storage(.busy)])
  func aVaultThatIsNotWrittenAnyMoreEndsTheFlow(refusal: CommitRefusal) async {
    let store = await committing()
    vault.refuse(refusal)
    await vault.clock.advance(by: .seconds(1))
    await store.receive(\.inner.passcodeSet) { $0.phase = .committing(handle) }
    await store.send(.view(.cancelButtonTapped)) {
      $0.phase = .cancelled
      $0.abandonedPhrase = handle
    }
    await vault.clock.advance(by: .seconds(1))
    await store.receive(\.inner.failed, .commit(refusal)) { $0.isWorking = false }
    await store.receive(\.delegate.cancelled)
    await store.finish()
    #expect(vault.questions.suffix(3) == [.commit(handle), .abandon(handle), .abandon(handle)])
  }

  /// An existing wallet stays: beginning another one would be refused.
  @Test func aVaultThatWasWrittenBeforeItHeardIsFinished() async {
    let store = await committing()
    await vault.clock.advance(by: .seconds(1))
    await store.receive(\.inner.passcodeSet) { $0.phase = .committing(handle) }
    await store.send(.view(.cancelButtonTapped)) {
      $0.phase = .cancelled
      $0.abandonedPhrase = handle
    }
    await store.send(.view(.cancelButtonTapped))
    await vault.clock.advance(by: .seconds(1))
    await store.receive(\.inner.committed) {
      $0.isWorking = false
      $0.phase = .finished
    }
    await store.receive(\.delegate.finished, ScriptedVault.accounts)
    await store.finish()
    #expect(vault.questions.suffix(2) == [.commit(handle), .abandon(handle)])
  }

  private func committing() async -> TestStoreOf<CreateWallet> {
    vault.answerSlowly()
    let store = creating(.choosingPasscode(handle))
    await store.send(.view(Typed.passcodes)) { $0.isWorking = true }
    return store
  }
}
