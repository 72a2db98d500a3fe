import EthereumPrimitives
import Headrace
import HeadraceFlow
import HeadraceTerminal
import HeadraceTerminalTesting
import HeadraceTesting
import PasscodeFeature
import ProfileFeature
import Testing
import VaultClient
import WalletApp

@testable import WalletCLI

/// Questions before something ends, and the lock: scripts of the app itself, step by step.
@Suite struct WalletDialogTests {
  private static func settings() -> TestStoreOf<TerminalWallet> {
    let profile = Profile.State(accounts: [HomeSample.account], chainID: 1)
    var state = HomeSample.place(HomeSample.home, [.profile(profile)])
    state.chosen = SettingsRow.allCases.count - 1
    return TestStoreOf<TerminalWallet>(initialState: state) {
      TerminalWallet()
    } withDependencies: {
      $0.secrets.clear = {}
    }
  }

  private static func question(_ language: Language) -> AlertState<TerminalWallet.Question> {
    let texts = Texts(language)
    return AlertState(
      .confirmDestruction, TextState(verbatim: texts[.eraseTitle]),
      yes: TextState(verbatim: texts[.eraseYes]), no: TextState(verbatim: texts[.eraseNo]),
      message: TextState(verbatim: texts[.eraseMessage]), action: .eraseConfirmed)
  }

  /// Return alone erases nothing: the button that keeps the wallet is chosen first.
  @Test func erasingIsAskedFirst() async {
    let store = Self.settings()
    await store.send(.view(.keyPressed(Key(.enter)))) {
      $0.alert = Self.question(.english)
      $0.alertChoice = 1
    }
    await store.send(.view(.keyPressed(Key(.enter))))
    await store.receive(\.alert.dismiss) { $0.alert = nil }
    await store.finish()
  }

  @Test func confirmedActionsStillNeedThePasscode() async {
    let store = Self.settings()
    await store.send(.view(.keyPressed(Key(.enter)))) {
      $0.alert = Self.question(.english)
      $0.alertChoice = 1
    }
    await store.send(.view(.keyPressed(Key(.left)))) { $0.alertChoice = 0 }
    store.exhaustivity = .off
    await store.send(.view(.keyPressed(Key(.enter))))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.alert == nil)
    #expect(store.state.top?.profile?.phase == .askingPasscode(.erase))
    #expect(store.state.prompt == .sensitive)
    await store.finish()
  }

  /// A question in Korean has Korean buttons.
  @Test func theQuestionSpeaksTheLanguage() async {
    let profile = Profile.State(accounts: [HomeSample.account], chainID: 1)
    var state = HomeSample.place(HomeSample.home, [.profile(profile)], .korean)
    state.chosen = SettingsRow.allCases.count - 1
    let store = TestStoreOf<TerminalWallet>(initialState: state) { TerminalWallet() }
    await store.send(.view(.keyPressed(Key(.enter)))) {
      $0.alert = Self.question(.korean)
      $0.alertChoice = 1
    }
    await store.finish()
  }

  /// The last second before the lock, and the one that locks; a key in between restarts the count.
  @Test func anIdleWalletLocksAtTheSecond() async {
    var state = HomeSample.place()
    state.lockSeconds = 60
    state.idleSeconds = 58
    state.staleSeconds = -100
    let store = TestStoreOf<TerminalWallet>(initialState: state) {
      TerminalWallet()
    } withDependencies: {
      $0.vault.lock = {}
      $0.secrets.clear = {}
      $0.passcodes.standing = { .unlimited }
      $0.passcodes.clear = {}
      $0.biometrics = .unavailable
    }
    store.exhaustivity = .off
    await store.send(.inner(.secondPassed(HomeSample.now)))
    #expect(store.state.idleSeconds == 59)
    await store.send(.view(.keyPressed(Key(.down))))
    #expect(store.state.idleSeconds == 0)
    for _ in 1...59 { await store.send(.inner(.secondPassed(HomeSample.now))) }
    #expect(store.state.idleSeconds == 59)
    #expect(store.state.top?.is(\.unlock) == false)
    await store.send(.inner(.secondPassed(HomeSample.now)))
    await store.receive { action in
      if case .wallet(.view(.idled)) = action { true } else { false }
    }
    await store.skipReceivedActions(strict: false)
    #expect(store.state.top?.is(\.unlock) == true)
    await store.skipInFlightEffects(strict: false)
  }
}
