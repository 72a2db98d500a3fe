import ActivityClient
import ActivityClientLive
import AuthFeature
import ContactsClient
import DevChain
import DurableFilesTesting
import EthereumCrypto
import EthereumPrimitives
import Foundation
import Headrace
import HeadraceFlow
import HeadraceTerminal
import HeadraceTerminalTesting
import HeadraceTesting
import NodeClient
import NodeClientLive
import PasscodeFeature
import Testing
import VaultClient
import VaultClientLive
import WalletApp

@testable import WalletCLI

/// A person at the wallet's screens, with a real vault on a simulated disk.
///
/// Keys and clicks take the same path as on a terminal; the test advances the clock.
final class PasscodePerson {
  static let now = Date(timeIntervalSince1970: 1_800_000_000)
  static let passcode = "correct horse"

  let clock = TestClock()
  let entry = SecretEntry()
  let vault: Vault
  let store: TestStoreOf<TerminalWallet>
  let terminal: TestTerminal<TerminalWallet.State, TerminalWallet.Action>
  private let journal: URL

  /// Starts the app on a disk with a wallet, or without one.
  init(_ disk: SimulatedDisk = SimulatedDisk(), hasWallet: Bool) {
    journal = FileManager.default.temporaryDirectory.appending(path: "passcode-\(UUID())")
    let time = TimeReading(
      wallMilliseconds: Int64(Self.now.timeIntervalSince1970) * 1_000, bootMilliseconds: 1_000,
      bootID: "start")
    vault = Vault(
      configuration: VaultConfiguration(
        folder: "/wallet", scrypt: .testing, acceptsPublishedPhrases: true),
      environment: VaultEnvironment(
        files: disk.files, time: VaultTime { time }, background: { $0() }))
    terminal = TestTerminal(TerminalWalletApp.app(entry))
    store = TestStore(
      initialState: TerminalWallet.State(
        hasWallet: hasWallet, chainID: 1_337, language: .english, now: Self.now)
    ) {
      TerminalWallet()
    } withDependencies: { [vault, entry, clock, journal] in
      $0.continuousClock = clock
      $0.date = .constant(Self.now)
      $0.vault = .live(vault)
      $0.secrets = .live(entry, vault)
      $0.passcodes = .live(entry, vault)
      $0.biometrics = .unavailable
      $0.placeMemory.keep = { _ in true }
      let node = NodeClient.jsonRPC(over: DevChain().transport)
      let records = ActivityJournal(folder: journal.path())
      $0.node = node
      $0.activity = .live(records)
      $0.contacts = .live(records)
      $0.history = .live(records, node: node)
    }
    store.exhaustivity = .off
    store.timeout = .seconds(30)
  }

  deinit {
    do { try FileManager.default.removeItem(at: journal) } catch {
      // Without a write there is no journal.
    }
  }

  /// A person whose wallet is open, on its first screen.
  static func atHome(_ disk: SimulatedDisk = SimulatedDisk()) async throws -> PasscodePerson {
    let maker = PasscodePerson(disk, hasWallet: false)
    let client = VaultClient.live(maker.vault)
    let phrase = try await client.importPhrase(maker.deposit(DevChainAccounts.mnemonic))
    try await client.setPasscode(
      phrase, .passphrase, maker.deposit(passcode), maker.deposit(passcode))
    _ = try await client.commit(phrase)
    let person = PasscodePerson(disk, hasWallet: true)
    await person.unlock()
    return person
  }

  func deposit(_ text: String) async -> SecretHandle {
    await vault.deposit(SecretBytes(Array(text.utf8)))
  }

  // MARK: - Hands

  /// Presses keys by their names.
  func press(_ keys: String...) async {
    for key in keys { await send(terminal.action(key, in: store.state)) }
  }

  /// Types a text, a key for each character.
  func type(_ text: String) async {
    for character in text {
      await send(terminal.action(.key(Key(.character(character))), in: store.state))
    }
  }

  /// Clicks on a text.
  func click(_ text: String) async {
    await send(terminal.click(text, in: store.state))
  }

  private func send(_ action: TerminalWallet.Action?) async {
    if let action { await store.send(action) }
  }

  // MARK: - Ways

  /// Types a passphrase to the end.
  func enter(_ text: String) async {
    await type(text)
    await press("enter")
  }

  func unlock(_ text: String = passcode) async {
    await enter(text)
    await store.receive(\.passcode.delegate.verified)
    await receive { if case .unlock(.delegate(.unlocked)) = $0 { true } else { false } }
  }

  /// Continues to the prompt for an imported phrase's new passcode.
  func importPhrase() async {
    await press("down", "enter")
    await enter(DevChainAccounts.mnemonic)
    await receive { if case .create(.inner(.phraseImported)) = $0 { true } else { false } }
  }

  /// Goes from Home to the settings, and there to the change of the passcode.
  func openChange() async {
    await press("p")
    for row in SettingsRow.allCases {
      if row == .passcode { break }
      await press("down")
    }
    await press("enter")
  }

  /// Waits for an action of a screen.
  func receive(_ isMatching: @escaping (WalletScreen.Action) -> Bool) async {
    await store.receive({ action in
      guard case .wallet(.router(.routeAction(_, let action))) = action else { return false }
      return isMatching(action)
    })
  }

  // MARK: - Eyes

  /// The rows on the screen that aren't empty.
  var rows: [String] {
    terminal.grid(store.state).rows.map { row in
      String(row.reversed().drop { $0 == " " }.reversed())
    }.filter { !$0.isEmpty }
  }

  /// Returns true if a passcode opens the wallet in another process.
  func opens(_ text: String) async -> Bool {
    do {
      _ = try await VaultClient.live(vault).unlock(deposit(text))
      return true
    } catch {
      return false
    }
  }
}
