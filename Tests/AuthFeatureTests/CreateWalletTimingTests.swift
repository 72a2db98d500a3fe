import AuthFeature
import Headrace
import HeadraceTesting
import Testing
import VaultClient

/// Actions at the wrong time: they change nothing, and the vault keeps no secret from them.
@Suite("CreateWallet's timing")
struct CreateWalletTimingTests {
  private static let handle = ScriptedVault.made
  private static let challenge = ScriptedVault.challenge(7)
  private static let phases: [CreateWallet.Phase] = [
    .starting, .enteringPhrase, .showingPhrase(handle), .confirming(handle, challenge),
    .choosingPasscode(handle), .committing(handle), .finished, .cancelled,
  ]
  private let vault = ScriptedVault()

  private static let discards: [(CreateWallet.View, [ScriptedVault.Question])] = [
    (.phraseEntered(Typed.phrase), [.discard(Typed.phrase)]),
    (.wordsEntered(Typed.words), Typed.words.map { .discard($0) }),
    (.wordsEntered([]), []),
    (Typed.passcodes, [.discard(Typed.passcode), .discard(Typed.repeated)]),
    (.appeared, []),
    (.phraseNotedButtonTapped, []),
    (.passcodeChosen, []),
  ]

  private static func isExpected(_ action: CreateWallet.View, in phase: CreateWallet.Phase) -> Bool
  {
    switch (action, phase) {
    case (.appeared, .starting), (.phraseEntered, .enteringPhrase),
      (.phraseNotedButtonTapped, .showingPhrase), (.wordsEntered, .confirming),
      (.passcodeEntered, .choosingPasscode), (.passcodeChosen, .choosingPasscode),
      (.cancelButtonTapped, _):
      true
    case (.appeared, _), (.phraseEntered, _), (.phraseNotedButtonTapped, _), (.wordsEntered, _),
      (.passcodeEntered, _), (.passcodeChosen, _):
      false
    }
  }

  @Test(arguments: phases)
  func answersOutsideTheirPhaseAreDiscarded(phase: CreateWallet.Phase) async {
    for (action, discards) in Self.discards where !Self.isExpected(action, in: phase) {
      let vault = ScriptedVault()
      var state = CreateWallet.State(wordCount: 12)
      state.failure = .interrupted
      // The failure on the screen stays: the exhaustive store would fail otherwise.
      let store = vault.creating(state, phase)
      await store.send(.view(action))
      await store.finish()
      #expect(vault.questions == discards, "\(action) in \(phase)")
    }
  }

  @Test(arguments: phases)
  func whateverComesWhileTheVaultWorksIsDiscarded(phase: CreateWallet.Phase) async {
    for (action, discards) in Self.discards {
      let vault = ScriptedVault()
      var state = CreateWallet.State(wordCount: 12)
      state.isWorking = true
      let store = vault.creating(state, phase)
      await store.send(.view(action))
      await store.finish()
      #expect(vault.questions == discards, "\(action) in \(phase)")
    }
  }

  // MARK: - Double Taps

  /// The second appearance made another phrase, which wiped the one on the screen.
  @Test func aSecondAppearanceMakesNoSecondPhrase() async {
    let store = vault.creating()
    vault.answerSlowly()
    await store.send(.view(.appeared)) { $0.isWorking = true }
    await store.send(.view(.appeared))
    await vault.clock.advance(by: .seconds(2))
    await store.receive(\.inner.phraseShown) {
      $0.isWorking = false
      $0.phase = .showingPhrase(Self.handle)
    }
    await store.send(.view(.appeared))
    await store.finish()
    #expect(vault.questions == [.beginCreation(12), .showPhrase(Self.handle)])
  }

  @Test func aSecondPhraseIsDiscardedWhileTheFirstIsTaken() async {
    let store = vault.creating(.importing)
    vault.answerSlowly()
    await store.send(.view(.phraseEntered(Typed.phrase))) { $0.isWorking = true }
    await vault.clock.advance(by: .milliseconds(500))
    await store.send(.view(.phraseEntered(SecretHandle(id: 11))))
    await vault.clock.advance(by: .milliseconds(500))
    await store.receive(\.inner.phraseImported) {
      $0.isWorking = false
      $0.phase = .choosingPasscode(ScriptedVault.imported)
    }
    await store.finish()
    #expect(
      vault.questions == [.importPhrase(Typed.phrase), .discard(SecretHandle(id: 11))])
  }

  /// The second answer to one challenge was judged as wrong, right words or not.
  @Test func secondWordsAreDiscardedWhileTheFirstAreChecked() async {
    let store = vault.creating(
      CreateWallet.State(wordCount: 12), .confirming(Self.handle, Self.challenge))
    vault.answerSlowly()
    await store.send(.view(.wordsEntered(Typed.words))) { $0.isWorking = true }
    await store.send(.view(.wordsEntered([SecretHandle(id: 41)])))
    await vault.clock.advance(by: .seconds(1))
    await store.receive(\.inner.confirmed) {
      $0.isWorking = false
      $0.phase = .choosingPasscode(Self.handle)
    }
    await store.finish()
    #expect(
      vault.questions == [
        .checkWords(Self.handle, Typed.words), .discard(SecretHandle(id: 41)),
      ])
  }

  /// Words typed for a used challenge are discarded, and the error stays readable.
  @Test func wordsAreDiscardedUntilTheNextChallengeIsThere() async {
    vault.refuse(ConfirmationRefusal.wrongWords(positions: [7]))
    let store = vault.creating(
      CreateWallet.State(wordCount: 12), .confirming(Self.handle, Self.challenge))
    vault.answerSlowly()
    await store.send(.view(.wordsEntered(Typed.words))) { $0.isWorking = true }
    await vault.clock.advance(by: .seconds(1))
    await store.receive(\.inner.failed) {
      $0.failure = .confirmation(.wrongWords(positions: [7]))
    }
    await store.send(.view(.wordsEntered([SecretHandle(id: 41)])))
    await vault.clock.advance(by: .seconds(1))
    await store.receive(\.inner.challenged) {
      $0.isWorking = false
      $0.phase = .confirming(Self.handle, ScriptedVault.challenge(1))
    }
    await store.finish()
    #expect(vault.questions.filter { $0 == .discard(SecretHandle(id: 41)) }.count == 1)
  }

  @Test func aSecondPasscodeIsDiscardedUntilTheVaultIsWritten() async {
    let store = vault.creating(
      CreateWallet.State(wordCount: 12), .choosingPasscode(Self.handle))
    vault.answerSlowly()
    await store.send(.view(Typed.passcodes)) { $0.isWorking = true }
    await store.send(
      .view(.passcodeEntered(.pin, SecretHandle(id: 51), confirmation: SecretHandle(id: 52))))
    await vault.clock.advance(by: .seconds(1))
    await store.receive(\.inner.passcodeSet) { $0.phase = .committing(Self.handle) }
    await store.send(
      .view(.passcodeEntered(.pin, SecretHandle(id: 53), confirmation: SecretHandle(id: 54))))
    await vault.clock.advance(by: .seconds(1))
    await store.receive(\.inner.committed) {
      $0.isWorking = false
      $0.phase = .finished
    }
    await store.receive(\.delegate.finished)
    await store.finish()
    let discarded = (51...54).map { ScriptedVault.Question.discard(SecretHandle(id: $0)) }
    #expect(vault.questions.filter { discarded.contains($0) } == discarded)
    #expect(vault.questions.count == 6)
  }
}
