import Foundation
import Headrace
import HeadraceTesting
import NodeClient
import ProfileFeature
import Testing
import VaultClient

/// The actions that ask for the passcode once more: showing the phrase, and erasing the wallet.
@Suite("Profile's sensitive actions")
struct ProfileSensitiveTests {
  private static let storage = VaultStorageFailure.busy
  private static let date = Date(timeIntervalSince1970: 1_800_000_000)
  private let bench = ProfileBench()
  private let passcode = ProfileBench.passcode
  private let authorization = ProfileBench.authorization

  // MARK: - Done

  @Test func thePhraseIsShownForTheRightPasscode() async {
    let store = bench.store()
    await store.send(.view(.revealPhraseButtonTapped)) {
      $0.phase = .askingPasscode(.revealPhrase)
    }
    await store.send(.view(.passcodeEntered(passcode))) { $0.phase = .working(.revealPhrase) }
    await store.receive(\.inner.phraseRevealed) { $0.phase = .phraseShown }
    await store.send(.view(.doneButtonTapped)) { $0.phase = .idle }
    await store.finish()
    #expect(
      bench.questions == [.authorize(.revealPhrase, passcode), .revealPhrase(authorization)])
  }

  @Test func theWalletIsErasedForTheRightPasscode() async {
    let store = bench.store()
    await store.send(.view(.eraseButtonTapped)) { $0.phase = .askingPasscode(.erase) }
    await store.send(.view(.passcodeEntered(passcode))) { $0.phase = .working(.erase) }
    await store.receive(\.inner.erased) { $0.phase = .erased }
    await store.receive(\.delegate.erased)
    await store.finish()
    #expect(bench.questions == [.authorize(.erase, passcode), .erase(authorization)])
  }

  @Test func theUserMayThinkBetterOfIt() async {
    let store = bench.store()
    await store.send(.view(.eraseButtonTapped)) { $0.phase = .askingPasscode(.erase) }
    await store.send(.view(.revealPhraseButtonTapped)) {
      $0.phase = .askingPasscode(.revealPhrase)
    }
    await store.send(.view(.doneButtonTapped)) { $0.phase = .idle }
    await store.send(.view(.passcodeEntered(passcode)))
    await store.finish()
    #expect(bench.questions == [.discard(passcode)])
  }

  // MARK: - Refused

  @Test(
    arguments: [Profile.Sensitive.revealPhrase, .erase],
    [
      AuthorizationRefusal.locked, .unknownAccount, .passcode(.wrongPasscode(triesLeft: 4)),
      .passcode(.wrongPasscodeThenBackedOff(until: date)), .passcode(.backedOff(until: date)),
      .passcode(.notText), .passcode(.cancelled),
    ])
  func aRefusedPasscodeDoesNothingAndIsAskedAgain(
    sensitive: Profile.Sensitive, refusal: AuthorizationRefusal
  ) async {
    bench.refuse(refusal)
    let store = bench.store(.askingPasscode(sensitive))
    await store.send(.view(.passcodeEntered(passcode))) { $0.phase = .working(sensitive) }
    await store.receive(\.inner.failed, .authorization(refusal)) {
      $0.phase = .askingPasscode(sensitive)
      $0.failure = .authorization(refusal)
    }
    #expect(
      bench.questions == [.authorize(sensitive == .erase ? .erase : .revealPhrase, passcode)])
    let second = SecretHandle(id: 32)
    await store.send(.view(.passcodeEntered(second))) {
      $0.phase = .working(sensitive)
      $0.failure = nil
    }
    switch sensitive {
    case .revealPhrase:
      await store.receive(\.inner.phraseRevealed) { $0.phase = .phraseShown }
    case .erase:
      await store.receive(\.inner.erased) { $0.phase = .erased }
      await store.receive(\.delegate.erased)
    }
    await store.finish()
  }

  @Test(arguments: [
    RevealRefusal.authorization(.locked), .authorization(.gone), .authorization(.otherPurpose),
    .displayUnavailable, .storage(storage),
  ])
  func aPhraseThatIsNotShownCanBeAskedForAgain(refusal: RevealRefusal) async {
    bench.refuse(refusal)
    let store = bench.store(.askingPasscode(.revealPhrase))
    await store.send(.view(.passcodeEntered(passcode))) { $0.phase = .working(.revealPhrase) }
    await store.receive(\.inner.failed, .reveal(refusal)) {
      $0.phase = .askingPasscode(.revealPhrase)
      $0.failure = .reveal(refusal)
    }
    await store.finish()
  }

  @Test(arguments: [
    EraseRefusal.authorization(.locked), .authorization(.gone), .authorization(.otherPurpose),
    .storage(storage),
  ])
  func aWalletThatIsNotErasedStays(refusal: EraseRefusal) async {
    bench.refuse(refusal)
    let store = bench.store(.askingPasscode(.erase))
    await store.send(.view(.passcodeEntered(passcode))) { $0.phase = .working(.erase) }
    await store.receive(\.inner.failed, .erase(refusal)) {
      $0.phase = .askingPasscode(.erase)
      $0.failure = .erase(refusal)
    }
    await store.send(.view(.doneButtonTapped)) {
      $0.phase = .idle
      $0.failure = nil
    }
    await store.finish()
  }

  // MARK: - At the Wrong Time

  @Test(arguments: [
    Profile.Phase.idle, .working(.revealPhrase), .working(.erase), .phraseShown, .erased,
  ])
  func aPasscodeThatWasNotAskedForIsDiscarded(phase: Profile.Phase) async {
    let store = bench.store(phase) { $0.failure = .account(.nameTaken) }
    await store.send(.view(.passcodeEntered(passcode)))
    await store.finish()
    #expect(bench.questions == [.discard(passcode)])
  }

  @Test func aSecondPasscodeIsDiscardedWhileTheFirstIsTried() async {
    bench.answer(after: .seconds(1))
    let store = bench.store(.askingPasscode(.erase))
    await store.send(.view(.passcodeEntered(passcode))) { $0.phase = .working(.erase) }
    let second = SecretHandle(id: 32)
    await store.send(.view(.passcodeEntered(second)))
    await bench.clock.advance(by: .seconds(2))
    await store.receive(\.inner.erased) { $0.phase = .erased }
    await store.receive(\.delegate.erased)
    await store.finish()
    #expect(
      bench.questions == [
        .authorize(.erase, passcode), .discard(second), .erase(authorization),
      ])
  }

  /// The screen asked for a passcode to erase while the phrase was loading, and then showed it.
  @Test(arguments: [
    Profile.Phase.working(.revealPhrase), .working(.erase), .phraseShown, .erased,
  ])
  func nothingElseIsAskedWhileTheVaultWorksOrShows(phase: Profile.Phase) async {
    let store = bench.store(phase)
    await store.send(.view(.revealPhraseButtonTapped))
    await store.send(.view(.eraseButtonTapped))
    await store.finish()
    #expect(bench.questions == [])
  }

  /// A node that did not answer allowed a second passcode prompt while the first one erased.
  @Test func aFailureOfSomethingElseDoesNotEndWhatTheVaultDoes() async {
    bench.refuse(NodeError.cancelled)
    let store = bench.store(.askingPasscode(.erase))
    bench.answer(after: .seconds(1))
    await store.send(.view(.appeared))
    bench.answer(after: .seconds(5))
    await store.send(.view(.passcodeEntered(passcode))) { $0.phase = .working(.erase) }
    bench.refuse(AccountRefusal.nameTaken)
    bench.answer(after: .seconds(2))
    await store.send(.view(.accountRenamed(ProfileBench.first.id, "Savings"))) {
      $0.isChangingAccounts = true
    }
    await bench.clock.advance(by: .seconds(1))
    await store.receive(\.inner.failed, .node(.cancelled)) { $0.failure = .node(.cancelled) }
    await bench.clock.advance(by: .seconds(1))
    await store.receive(\.inner.failed, .account(.nameTaken)) {
      $0.isChangingAccounts = false
      $0.failure = .account(.nameTaken)
    }
    await bench.clock.advance(by: .seconds(5))
    await store.receive(\.inner.erased) { $0.phase = .erased }
    await store.receive(\.delegate.erased)
    await store.finish()
  }

  @Test func aRefusedPasscodeDoesNotEndAChangeOfAccounts() async {
    bench.refuse(AuthorizationRefusal.locked)
    let store = bench.store(.askingPasscode(.erase))
    bench.answer(after: .seconds(5))
    await store.send(.view(.addAccountButtonTapped)) { $0.isChangingAccounts = true }
    bench.answer(after: .seconds(1))
    await store.send(.view(.passcodeEntered(passcode))) { $0.phase = .working(.erase) }
    await bench.clock.advance(by: .seconds(1))
    await store.receive(\.inner.failed, .authorization(.locked)) {
      $0.phase = .askingPasscode(.erase)
      $0.failure = .authorization(.locked)
    }
    await bench.clock.advance(by: .seconds(4))
    let accounts = [ProfileBench.first, ProfileBench.account(1)]
    await store.receive(\.inner.accountAdded) {
      $0.isChangingAccounts = false
      $0.accounts = accounts
    }
    await store.receive(\.delegate.accountAdded, accounts)
    await store.finish()
  }

  // MARK: - When the Wallet Is Gone

  @Test func anErasedWalletIsAskedNothing() async {
    let store = bench.store(.erased)
    await store.send(.view(.appeared))
    await store.send(.view(.addAccountButtonTapped))
    await store.send(.view(.accountRenamed(ProfileBench.first.id, "Savings")))
    await store.send(.view(.doneButtonTapped))
    await store.finish()
    #expect(bench.questions == [])
  }

  /// Late answers about the wallet do not change the screen after it was erased, and report no
  /// accounts to the parent.
  @Test(arguments: [false, true])
  func lateAnswersAboutAnErasedWalletChangeNothing(areRefused: Bool) async {
    let store = bench.store(.askingPasscode(.erase))
    if areRefused { bench.refuse(NodeError.cancelled, AccountRefusal.locked) }
    bench.answer(after: .seconds(2))
    await store.send(.view(.appeared))
    await store.send(.view(.addAccountButtonTapped)) { $0.isChangingAccounts = true }
    bench.answer(after: nil)
    await store.send(.view(.passcodeEntered(passcode))) { $0.phase = .working(.erase) }
    await store.receive(\.inner.erased) { $0.phase = .erased }
    await store.receive(\.delegate.erased)
    await bench.clock.advance(by: .seconds(2))
    if areRefused {
      await store.receive(\.inner.failed, .node(.cancelled))
      await store.receive(\.inner.failed, .account(.locked))
    } else {
      await store.receive(\.inner.networkResponse)
      await store.receive(\.inner.accountAdded)
    }
    await store.finish()
  }
}
