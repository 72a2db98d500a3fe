import AuthFeature
import Headrace
import HeadraceTesting
import Testing
import VaultClient

/// The flows that end with a wallet.
@Suite("CreateWallet")
struct CreateWalletTests {
  private let vault = ScriptedVault()
  private let handle = ScriptedVault.made

  @Test(arguments: [12, 15, 18, 21, 24])
  func aNewWalletIsShownConfirmedLockedAndWritten(wordCount: Int) async {
    let store = vault.creating(CreateWallet.State(wordCount: wordCount))
    await store.send(.view(.appeared)) { $0.isWorking = true }
    await store.receive(\.inner.phraseShown, handle) {
      $0.isWorking = false
      $0.phase = .showingPhrase(handle)
    }
    await store.send(.view(.phraseNotedButtonTapped)) { $0.isWorking = true }
    await store.receive(\.inner.challenged) {
      $0.isWorking = false
      $0.phase = .confirming(handle, ScriptedVault.challenge(1))
    }
    await store.send(.view(.wordsEntered(Typed.words))) { $0.isWorking = true }
    await store.receive(\.inner.confirmed, handle) {
      $0.isWorking = false
      $0.phase = .choosingPasscode(handle)
    }
    await store.send(.view(Typed.passcodes)) { $0.isWorking = true }
    await store.receive(\.inner.passcodeSet, handle) { $0.phase = .committing(handle) }
    await store.receive(\.inner.committed, ScriptedVault.accounts) {
      $0.isWorking = false
      $0.phase = .finished
    }
    await store.receive(\.delegate.finished, ScriptedVault.accounts)
    await store.finish()
    #expect(
      vault.questions == [
        .beginCreation(wordCount), .showPhrase(handle), .challenge(handle),
        .checkWords(handle, Typed.words),
        .setPasscode(handle, .passphrase, Typed.passcode, Typed.repeated), .commit(handle),
      ])
  }

  /// A host may let the vault take the passcode itself, and report it.
  @Test func aPasscodeThatTheVaultHasIsNotAskedFor() async {
    let store = vault.creating(CreateWallet.State(wordCount: 12), .choosingPasscode(handle))
    await store.send(.view(.passcodeChosen)) {
      $0.phase = .committing(handle)
      $0.isWorking = true
    }
    await store.receive(\.inner.committed, ScriptedVault.accounts) {
      $0.isWorking = false
      $0.phase = .finished
    }
    await store.receive(\.delegate.finished, ScriptedVault.accounts)
    await store.finish()
    #expect(vault.questions == [.commit(handle)])
  }

  @Test(arguments: PasscodePolicy.allCases)
  func anImportedPhraseGoesStraightToItsPasscode(policy: PasscodePolicy) async {
    let handle = ScriptedVault.imported
    let store = vault.creating(.importing)
    // The user supplies the phrase, so the screen requests nothing when it appears.
    await store.send(.view(.appeared))
    await store.send(.view(.phraseEntered(Typed.phrase))) { $0.isWorking = true }
    await store.receive(\.inner.phraseImported, handle) {
      $0.isWorking = false
      $0.phase = .choosingPasscode(handle)
    }
    await store.send(
      .view(.passcodeEntered(policy, Typed.passcode, confirmation: Typed.repeated))
    ) { $0.isWorking = true }
    await store.receive(\.inner.passcodeSet, handle) { $0.phase = .committing(handle) }
    await store.receive(\.inner.committed) {
      $0.isWorking = false
      $0.phase = .finished
    }
    await store.receive(\.delegate.finished, ScriptedVault.accounts)
    await store.finish()
    #expect(
      vault.questions == [
        .importPhrase(Typed.phrase), .setPasscode(handle, policy, Typed.passcode, Typed.repeated),
        .commit(handle),
      ])
  }

  @Test func aFlowBeginsWhereItsPhraseComesFrom() {
    let new = CreateWallet.State(wordCount: 18)
    #expect(new.wordCount == 18)
    #expect(new.phase == .starting)
    #expect(CreateWallet.State.importing.wordCount == nil)
    #expect(CreateWallet.State.importing.phase == .enteringPhrase)
  }

  @Test func aPhaseKnowsItsPhraseUntilItIsWrittenOrGivenUp() {
    let challenge = ScriptedVault.challenge(1)
    let with: [CreateWallet.Phase] = [
      .showingPhrase(handle), .confirming(handle, challenge), .choosingPasscode(handle),
      .committing(handle),
    ]
    #expect(with.map(\.phrase) == [handle, handle, handle, handle])
    let without: [CreateWallet.Phase] = [.starting, .enteringPhrase, .finished, .cancelled]
    #expect(without.map(\.phrase) == [nil, nil, nil, nil])
  }
}
