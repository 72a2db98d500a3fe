import DurableFiles
import EthereumCrypto
import EthereumPrimitives
import Foundation
import Headrace
import HeadraceFlow
import HeadraceTerminal
import HeadraceTerminalTesting
import HeadraceTesting
import HomeFeature
import NodeClient
import PasscodeFeature
import ProfileFeature
import SendFeature
import Testing
import VaultClient
import WalletApp

@testable import WalletCLI

/// The settings and their keys: accounts, the unit of amounts, the lock, and the program's version.
@Suite struct SettingsScreenTests {
  private static let first = ScreenSample.first
  private static let second = ScreenSample.second

  private static func store(
    _ row: SettingsRow, _ clock: TestClock<Duration> = TestClock(),
    _ change: (inout TerminalWallet.State) -> Void = { _ in },
    _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) throws -> TestStoreOf<TerminalWallet> {
    var state = ScreenSample.place(.english, SettingsSample.profile())
    state.chosen = try #require(SettingsRow.allCases.firstIndex(of: row))
    change(&state)
    let store = TestStoreOf<TerminalWallet>(initialState: state) {
      TerminalWallet()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(ScreenSample.now)
      $0.secrets.clear = {}
      $0.preferences.keep = { _ throws(PreferencesRefusal) in }
      prepare(&$0)
    }
    store.exhaustivity = .off
    return store
  }

  private static func press(_ store: TestStoreOf<TerminalWallet>, _ names: String...) async throws {
    for name in names {
      await store.send(.view(.keyPressed(try #require(Key(name)))))
      await store.skipReceivedActions(strict: false)
    }
  }

  private static func shown(_ store: TestStoreOf<TerminalWallet>) -> String {
    TerminalWalletApp.app(SecretEntry()).grid(store.state, Size(columns: 80, rows: 24)).text
  }

  // MARK: - Accounts

  @Test func everyAccountCanBeRenamed() async throws {
    let store = try Self.store(.accounts) {
      $0.toasts = ToastQueue.State()
    } _: {
      $0.vault.renameAccount = { id, name throws(AccountRefusal) in
        #expect(id == Self.second.id)
        #expect(name == "저축2")
        return VaultAccount(id: id, address: Self.second.address, name: name, path: "m")
      }
    }
    try await Self.press(store, "enter", "down", "enter")
    #expect(store.state.sheet == .rename(Self.second.id))
    try await Self.press(store, "2", "enter")
    #expect(store.state.sheet == .keptAccounts)
    #expect(store.state.top?.profile?.accounts[1].name == "저축2")
    // It once said "Account added".
    #expect(Self.shown(store).contains("Account renamed"))
    #expect(!Self.shown(store).contains("Account added"))
    await store.skipInFlightEffects(strict: false)
  }

  @Test func anAccountIsAddedAndSaidSo() async throws {
    let third = VaultAccount(
      id: AccountID(rawValue: 2), address: ScreenSample.address(HomeSample.stranger.checksummed),
      name: "Account 3", path: "m")
    let store = try Self.store(.accounts) { _ in
    } _: {
      $0.vault.deriveAccount = { () throws(AccountRefusal) in third }
    }
    try await Self.press(store, "enter", "a")
    #expect(store.state.top?.profile?.accounts.last == third)
    #expect(Self.shown(store).contains("Account added"))
    await store.skipInFlightEffects(strict: false)
  }

  @Test func aNewNameThatIsGivenUpLeadsBackToTheAccounts() async throws {
    let store = try Self.store(.accounts)
    try await Self.press(store, "enter", "enter", "x", "esc")
    #expect(store.state.sheet == .keptAccounts)
    try await Self.press(store, "esc")
    #expect(store.state.sheet == nil)
    #expect(store.state.chosen == 0)
    #expect(store.state.top?.profile?.accounts == [Self.first, Self.second])
  }

  /// A hidden account is not offered on Home; it stays in the settings, so that it can be shown
  /// again.
  @Test func aHiddenAccountIsNotOffered() async throws {
    let store = try Self.store(.accounts) { _ in
    } _: {
      $0.preferences.keep = { preferences throws(PreferencesRefusal) in
        #expect(preferences.hiddenAccounts.isSubset(of: [Self.second.address]))
      }
    }
    try await Self.press(store, "enter", "down", "h")
    #expect(store.state.preferences.hiddenAccounts == [Self.second.address])
    #expect(Self.shown(store).contains("hidden"))
    var home = store.state
    home.wallet?.routes.removeLast()
    home.sheet = .accounts
    let offered = TerminalWalletApp.app(SecretEntry()).grid(home, Size(columns: 80, rows: 24)).text
    #expect(offered.contains(Self.first.address.checksummed))
    #expect(!offered.contains(Self.second.address.checksummed))
    try await Self.press(store, "up", "h")
    #expect(Self.shown(store).contains("This is the only visible account"))
    try await Self.press(store, "down", "h")
    #expect(store.state.preferences.hiddenAccounts == [])
    await store.skipInFlightEffects(strict: false)
  }

  // MARK: - Amounts

  @Test func theUnitGoesAroundAndHomeSpeaksIt() async throws {
    let store = try Self.store(.unit)
    var home: [String] = []
    for _ in AmountUnit.allCases {
      try await Self.press(store, "enter")
      var state = store.state
      state.wallet?.routes.removeLast()
      let rows = TerminalWalletApp.app(SecretEntry()).grid(state, Size(columns: 80, rows: 24)).rows
      home.append(rows[3].trimmingCharacters(in: .whitespaces))
    }
    #expect(home == ["1,500,000,000 gwei", "1,500,000,000,000,000,000 wei", "1.5 ETH"])
    await store.finish()
  }

  /// Typed and signed amounts are in ether, whatever the unit: they must be comparable.
  @Test func aReviewIsInEther() async throws {
    let quote = try await ScreenSample.quote()
    var send = ScreenSample.form
    send.phase = .reviewing(try ScreenSample.draft(), quote)
    let state = ScreenSample.place(.english, .send(send)) { $0.preferences.unit = .wei }
    let text = TerminalWalletApp.app(SecretEntry()).grid(state, Size(columns: 80, rows: 24)).text
    #expect(text.contains("0.5 ETH"))
    #expect(!text.contains(" wei"))
  }

  // MARK: - The Lock

  @Test func theLockIsChosenAndCountsImmediately() async throws {
    let clock = TestClock()
    let store = try Self.store(.autoLock, clock) {
      $0.lockSeconds = 0
    } _: {
      $0.vault.lock = {}
      $0.passcodes.standing = { .unlimited }
      $0.passcodes.clear = {}
      $0.biometrics = .unavailable
      $0.node.chainID = { ScreenSample.chainID }
      $0.node.clientVersion = { "Geth" }
      $0.node.blockNumber = { 1 }
    }
    #expect(Self.shown(store).contains("Auto-lock: never"))
    await store.send(.view(.appeared))
    await clock.advance(by: .seconds(3_000))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.top?.is(\.profile) == true)
    try await Self.press(store, "enter")
    #expect(Self.shown(store).contains("Auto-lock: after 1 minute"))
    await clock.advance(by: .seconds(59))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.top?.is(\.profile) == true)
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.top?.is(\.unlock) == true)
    await store.skipInFlightEffects(strict: false)
  }

  /// The choice continues from the current value, also if a command line named another time.
  @Test(arguments: [(90, 300), (300, 900), (900, 3_600), (3_600, 0), (0, 60)])
  func theLockGoesAround(seconds: Int, next: Int) async throws {
    let store = try Self.store(.autoLock) { $0.lockSeconds = seconds }
    try await Self.press(store, "enter")
    #expect(store.state.lockSeconds == next)
    #expect(store.state.preferences.autoLock == AutoLock(seconds: next))
    await store.finish()
  }

  @Test func anotherChoiceLeavesTheLockOfTheCommandLine() async throws {
    let store = try Self.store(.unit) { $0.lockSeconds = 90 }
    try await Self.press(store, "enter")
    #expect(store.state.lockSeconds == 90)
    await store.finish()
  }

  // MARK: - About

  @Test func theProgramSaysWhatItIs() async throws {
    let store = try Self.store(.about)
    try await Self.press(store, "enter")
    #expect(Self.shown(store).contains("wallet \(WalletVersion.text)"))
    try await Self.press(store, "esc")
    #expect(store.state.sheet == nil)
    #expect(store.state.chosen == SettingsRow.allCases.firstIndex(of: .about))
  }

  // MARK: - What Is Kept

  /// A home's choices are those of its commands; a setting that was not chosen stays unset.
  @Test func choicesAreKeptInTheSettingsOfTheHome() async throws {
    let home = NSTemporaryDirectory() + "preferences-\(UUID().uuidString)"
    defer {
      do { try FileManager.default.removeItem(atPath: home) } catch {}
    }
    let client = PreferencesClient.live(home: home)
    let chosen = Preferences(
      unit: .gwei, autoLock: .never, hiddenAccounts: [Self.first.address, Self.second.address])
    try await client.keep(chosen)
    let settings = try HomeSettings.read(home: home)
    #expect(settings.preferences == chosen)
    #expect(settings[.unit] == "gwei")
    #expect(settings[.lockAfter] == "never")
    #expect(settings[.language] == "default")
    try await client.keep(Preferences(unit: .gwei, autoLock: .never))
    #expect(try HomeSettings.read(home: home).hiddenAccounts == nil)
    var unset = HomeSettings()
    unset.preferences = Preferences()
    #expect(unset == HomeSettings())
  }

  /// A language that is chosen on the screens applies to the commands, and to the next opening.
  @Test func aLanguageThatIsChosenIsThatOfTheHome() async throws {
    let home = NSTemporaryDirectory() + "preferences-\(UUID().uuidString)"
    defer {
      do { try FileManager.default.removeItem(atPath: home) } catch {}
    }
    try HomeSettings.change(home: home, refusal: { $0 }) { settings throws(RecordFailure) in
      settings.language = "ko"
    }
    let memory = RememberedSettingsClient.live(RememberedSettingsFile(home: home), home: home)
    #expect(await memory.keep(RememberedSettings(passcodeKind: .digits(count: 6))))
    #expect(try HomeSettings.read(home: home).language == "ko")
    #expect(await memory.keep(RememberedSettings(language: .english)))
    #expect(try HomeSettings.read(home: home).language == "en")
  }
}
