import ActivityClient
import AuthFeature
import ContactsClient
import DurableFilesTesting
import EthereumCrypto
import EthereumPrimitives
import Foundation
import Headrace
import HeadraceFlow
import HeadraceTesting
import HomeFeature
import NodeClient
import ProfileFeature
import Synchronization
import Testing
import VaultClient
import VaultClientLive
import WalletApp

/// Runs the app on a real vault, and searches every state and every action for secrets of the
/// vault.
@Suite("Wallet secrets")
struct WalletSecretsTests {
  private static let passcode = "Zyzzyva-41"
  private static let wrong = "Quokka-1234"
  private static let imported =
    "legal winner thank year wave sausage worth useful legal winner thank yellow"
  private let bench = SecretsBench()

  @Test func noStateAndNoActionOfANewWalletHoldsASecret() async throws {
    let store = bench.store(.create(wordCount: 24))
    await act(store, .create(.view(.appeared)))
    let phrase = try #require(bench.shown.first)
    await act(store, .create(.view(.phraseNotedButtonTapped)))
    // Mistyped input is a secret, too.
    await enterWords(store, of: Array(repeating: Self.wrong, count: 24).joined(separator: " "))
    #expect(store.state.top?.create?.failure != nil)
    await enterWords(store, of: phrase)
    await choosePasscode(store, Self.wrong, Self.passcode)
    #expect(store.state.top?.create?.failure == .passcode(.mismatch))
    await choosePasscode(store, Self.passcode, Self.passcode)
    #expect(store.state.top?.is(\.home) == true)
    await lockAndUnlock(store)
    await reveal(store)
    #expect(bench.shown == [phrase, phrase])
    await erase(store)
    expectNoSecret(of: phrase)
  }

  @Test func noStateAndNoActionOfAnImportedWalletHoldsASecret() async {
    let store = bench.store(.importing)
    // A word is misspelt, so that the right one is a suggestion.
    let misspelt = Self.imported.replacingOccurrences(of: "sausage", with: "sausag")
    await act(store, .create(.view(.phraseEntered(await bench.deposit(misspelt)))))
    #expect(store.state.top?.create?.failure == .phraseImport(.unknownWord(position: 6)))
    #expect(bench.suggested == ["6: sausage"])
    // Its checksum is wrong.
    let wrong = Self.imported.replacingOccurrences(of: "yellow", with: "winner")
    await act(store, .create(.view(.phraseEntered(await bench.deposit(wrong)))))
    #expect(store.state.top?.create?.failure == .phraseImport(.wrongChecksum))
    await act(store, .create(.view(.phraseEntered(await bench.deposit(Self.imported)))))
    await choosePasscode(store, Self.passcode, Self.passcode)
    #expect(store.state.top?.is(\.home) == true)
    await lockAndUnlock(store)
    await reveal(store)
    #expect(bench.shown == [Self.imported])
    await erase(store)
    expectNoSecret(of: Self.imported)
  }

  /// The search finds a secret, however deep it is.
  @Test func theSearchFindsWhatItLooksFor() {
    struct Leaf { let text: String? }
    enum Branch { case leaf(Leaf, count: Int), bytes([UInt8]) }
    struct Tree { let branches: [Branch], names: [String: Substring] }
    let search = SecretSearch(phrase: Self.imported, passcodes: [Self.passcode])
    let leaf = Branch.leaf(Leaf(text: "the word:sausage!"), count: 1)
    #expect(search.places(in: leaf) == [".leaf.0.text.some"])
    let bytes = Branch.bytes(Array("<\(Self.passcode)>".utf8))
    let tree = Tree(branches: [.leaf(Leaf(text: nil), count: 0), bytes], names: ["a": "yellow"])
    #expect(search.places(in: tree) == [".branches.1.bytes", ".names.0.value"])
    let harmless = Tree(
      branches: [.leaf(Leaf(text: "sausages, Legal"), count: 12), .bytes([1, 2])],
      names: ["b": "Zyzzyva"])
    #expect(search.places(in: harmless) == [])
  }

  private func expectNoSecret(of phrase: String) {
    let search = SecretSearch(phrase: phrase, passcodes: [Self.passcode, Self.wrong])
    #expect(bench.seen.count > 40, "states and actions that were looked at")
    #expect(bench.seen.flatMap { search.places(in: $0) } == [])
  }
}

// MARK: - Acting Like a User

extension WalletSecretsTests {
  private func act(
    _ store: TestStoreOf<WalletApp>, _ action: WalletScreen.Action
  ) async {
    await store.send(action)
    await store.finish()
  }

  private func enterWords(_ store: TestStoreOf<WalletApp>, of phrase: String) async {
    guard case .confirming(_, let challenge)? = store.state.top?.create?.phase else {
      Issue.record("No words are asked in \(String(describing: store.state.top))")
      return
    }
    let words = phrase.split(separator: " ")
    var secrets: [SecretHandle] = []
    for position in challenge.positions {
      secrets.append(await bench.deposit(String(words[position - 1])))
    }
    await act(store, .create(.view(.wordsEntered(secrets))))
  }

  private func choosePasscode(
    _ store: TestStoreOf<WalletApp>, _ new: String, _ repeated: String
  ) async {
    let (new, repeated) = (await bench.deposit(new), await bench.deposit(repeated))
    await act(store, .create(.view(.passcodeEntered(.passphrase, new, confirmation: repeated))))
  }

  private func lockAndUnlock(_ store: TestStoreOf<WalletApp>) async {
    await store.send(.view(.lockRequested))
    await store.finish()
    await act(store, .unlock(.view(.passcodeEntered(await bench.deposit(Self.wrong)))))
    #expect(store.state.top?.unlock?.failure == .unlock(.wrongPasscode(triesLeft: 4)))
    await act(store, .unlock(.view(.passcodeEntered(await bench.deposit(Self.passcode)))))
    #expect(store.state.top?.is(\.home) == true)
  }

  private func reveal(_ store: TestStoreOf<WalletApp>) async {
    await act(store, .home(.view(.profileButtonTapped)))
    await act(store, .profile(.view(.addAccountButtonTapped)))
    await act(store, .profile(.view(.revealPhraseButtonTapped)))
    await act(store, .profile(.view(.passcodeEntered(await bench.deposit(Self.wrong)))))
    await act(store, .profile(.view(.passcodeEntered(await bench.deposit(Self.passcode)))))
    #expect(store.state.top?.profile?.phase == .phraseShown)
    await act(store, .profile(.view(.doneButtonTapped)))
  }

  private func erase(_ store: TestStoreOf<WalletApp>) async {
    await act(store, .profile(.view(.eraseButtonTapped)))
    await act(store, .profile(.view(.passcodeEntered(await bench.deposit(Self.passcode)))))
    #expect(store.state.top?.is(\.create) == true)
  }
}

extension WalletApp.State {
  fileprivate var top: WalletScreen.State? { routes.last?.screen }
}

/// A vault on a simulated disk, and a store of the app that keeps every state and every action.
final class SecretsBench: Sendable {
  private struct Records {
    var shown: [String] = []
    var suggested: [String] = []
    var seen: [any Sendable] = []
  }

  private let records: SharedRecords
  private let vault: Vault

  private final class SharedRecords: Sendable {
    let contents = Mutex(Records())
  }

  init() {
    let records = SharedRecords()
    self.records = records
    vault = Vault(
      configuration: VaultConfiguration(
        folder: "/wallet", scrypt: .testing, acceptsPublishedPhrases: true),
      environment: VaultEnvironment(files: SimulatedDisk().files, background: { $0() }),
      display: PhraseDisplay(
        show: { (words: borrowing SecretBytes) throws(PhraseDisplay.Unavailable) in
          let text = words.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
          records.contents.withLock { $0.shown.append(text) }
        },
        suggest: { (position: Int, words: borrowing SecretBytes) in
          let text = words.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
          records.contents.withLock { $0.suggested.append("\(position): \(text)") }
        }))
  }

  /// The phrases that were shown.
  var shown: [String] { records.contents.withLock(\.shown) }

  /// The suggestions for misspelt words.
  var suggested: [String] { records.contents.withLock(\.suggested) }

  /// Every state and every action, oldest first.
  var seen: [any Sendable] { records.contents.withLock(\.seen) }

  /// Deposits a text, as if it were typed.
  func deposit(_ text: String) async -> SecretHandle {
    await vault.deposit(SecretBytes(Array(text.utf8)))
  }

  /// Returns a store of the app, which starts with a new wallet, on a node that is down.
  func store(_ start: WalletApp.Start) -> TestStoreOf<WalletApp> {
    let down = NodeError.unreachable(
      endpoint: "http://127.0.0.1:8545", reason: "connection refused")
    let store = TestStore(initialState: WalletApp.State(start: start, chainID: 1)) {
      WalletApp()
      Reduce { [records] (state: inout WalletApp.State, action: WalletApp.Action) in
        let seen: [any Sendable] = [action, state]
        records.contents.withLock { $0.seen += seen }
        return .none
      }
    } withDependencies: {
      $0.date = .constant(WalletSample.now)
      $0.vault = .live(vault)
      $0.node.chainID = { throw down }
      $0.history.page = { _ in [] }
      $0.history.balances = { _, _ in [] }
      $0.contacts.all = { [] }
      $0.activity.unresolved = { [] }
      $0.activity.reviewable = { _ in [] }
    }
    store.exhaustivity = .off
    // The vault derives real keys.
    store.timeout = .seconds(60)
    return store
  }
}
