import EthereumPrimitives
import Foundation
import Headrace
import HeadraceTerminal
import HeadraceTerminalTesting
import HeadraceTesting
import PasscodeFeature
import ProfileFeature
import Testing
import WalletApp

@testable import WalletCLI

/// The settings that the screens remember, and the text that is read aloud.
@Suite struct RememberedSettingsTests {
  private static func withHome(_ body: (String) throws -> Void) throws {
    let home = NSTemporaryDirectory() + "place-memory-\(UUID().uuidString)"
    defer {
      do { try FileManager.default.removeItem(atPath: home) } catch {}
    }
    try body(home)
  }

  @Test(arguments: [
    RememberedSettings(), RememberedSettings(language: .korean),
    RememberedSettings(walletName: WalletNameTests.name),
    RememberedSettings(language: .english, passcodeKind: .digits(count: 6)),
  ])
  func settingsAreReadBack(memory: RememberedSettings) throws {
    try Self.withHome { home in
      let file = RememberedSettingsFile(home: home)
      #expect(file.read() == RememberedSettings(), "nothing is remembered at first")
      #expect(file.write(memory))
      #expect(RememberedSettingsFile(home: home).read() == memory)
      let mode = try FileManager.default.attributesOfItem(atPath: home + "/screens.json")
      #expect(mode[.posixPermissions] as? Int == 0o600)
    }
  }

  /// With a file of a newer version, or a damaged or foreign one, the wallet opens and keeps it.
  @Test(arguments: [
    #"{"format":"headrace-screens","version":2}"#, #"{"format":"headrace-screens""#, "\u{0}", "",
    #"{"format":"other","version":1}"#,
    #"{"format":"headrace-screens","passcodeDigits":7,"version":1}"#,
    #"{"format":"headrace-screens","version":1,"walletName":""}"#,
  ])
  func unreadableSettingsAreSetAside(text: String) throws {
    try Self.withHome { home in
      try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(filePath: home + "/screens.json"))
      #expect(RememberedSettingsFile(home: home).read() == RememberedSettings())
      let kept = try Data(contentsOf: URL(filePath: home + "/screens.json.unreadable-1"))
      #expect(kept == Data(text.utf8))
    }
  }

  private static func store(
    _ state: TerminalWallet.State, isKept: Bool = true,
    kept: @escaping @Sendable (RememberedSettings) -> Void
  ) -> TestStoreOf<TerminalWallet> {
    TestStoreOf<TerminalWallet>(initialState: state) {
      TerminalWallet()
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0.placeMemory.keep = { memory in
        kept(memory)
        return isKept
      }
    }
  }

  @Test func theChosenLanguageIsRemembered() async throws {
    let state = TerminalWallet.State(
      hasWallet: false, chainID: 1, language: .english, now: HomeSample.now)
    let store = Self.store(state) { #expect($0 == RememberedSettings(language: .korean)) }
    await store.send(.view(.keyPressed(Key(.down)))) { $0.chosen = 1 }
    await store.send(.view(.keyPressed(Key(.down)))) { $0.chosen = 2 }
    await store.send(.view(.keyPressed(Key(.enter)))) {
      $0.language = .korean
      $0.chosenLanguage = .korean
    }
    await store.finish()
  }

  @Test func thePasscodesKindIsRememberedAndUnlockingDrawsItsKeys() async {
    var state = HomeSample.place(
      HomeSample.home, [.profile(Profile.State(accounts: [HomeSample.account], chainID: 1))])
    state.sheet = .passcode
    state.askPasscode()
    let expected = RememberedSettings(passcodeKind: .digits(count: 6))
    let store = Self.store(state) { #expect($0 == expected) }
    store.exhaustivity = .off
    store.dependencies.secrets.clear = {}
    store.dependencies.passcodes.clear = {}
    await store.send(.passcode(.delegate(.changed(.digits(count: 6)))))
    await store.skipReceivedActions(strict: false)
    await store.skipInFlightEffects(strict: false)
    #expect(store.state.passcodeKind == .digits(count: 6))
    var next = TerminalWallet.State(
      hasWallet: true, chainID: 1, language: .english, now: HomeSample.now)
    #expect(next.passcode?.kind == .passphrase(minimumCount: 8))
    next.recall(expected)
    #expect(next.passcode?.kind == .digits(count: 6))
    #expect(HomeSample.terminal(80, 24).grid(next).text.contains("[ 7 ] [ 8 ] [ 9 ]"))
  }

  @Test func unsavedSettingsAreReported() async {
    let state = TerminalWallet.State(
      hasWallet: false, chainID: 1, language: .english, now: HomeSample.now)
    let store = Self.store(state, isKept: false) { _ in }
    store.exhaustivity = .off
    await store.send(.view(.keyPressed(Key(.down))))
    await store.send(.view(.keyPressed(Key(.down))))
    await store.send(.view(.keyPressed(Key(.enter))))
    await store.receive(\.inner.memoryNotKept)
    await store.skipReceivedActions(strict: false)
    #expect(store.state.toasts != state.toasts)
    await store.skipInFlightEffects(strict: false)
  }

  // MARK: - Read Aloud

  /// A countdown on lines is reported in steps, and never understates.
  @Test(arguments: [
    (0, 0), (1, 10), (10, 10), (11, 30), (31, 60), (60, 60), (61, 120), (300, 300), (301, 360),
    (600, 600), (601, 1_200), (3_600, 3_600), (3_601, 4_200),
  ])
  func aCountdownIsShownInSteps(seconds: Int, told: Int) {
    var state = HomeSample.place()
    #expect(WalletScreens(state, SecretEntry()).shown(seconds) == seconds)
    state.isReadAloud = true
    #expect(WalletScreens(state, SecretEntry()).shown(seconds) == told)
  }

  @Test func anHourOfWaitingIsSeventeenLines() {
    var state = HomeSample.place()
    state.isReadAloud = true
    let screens = WalletScreens(state, SecretEntry())
    #expect(Set((1...3_600).map { screens.shown($0) }).count == 17)
    #expect(screens.age(59) == "0 seconds")
    #expect(screens.age(61) == "1 minute")
  }
}
