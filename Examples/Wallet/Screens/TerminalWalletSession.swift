import ActivityClient
import ActivityClientLive
import AuthFeature
import ContactsClient
import EthereumCrypto
import EthereumPrimitives
import Foundation
import Headrace
import HeadraceTerminal
import NetworksClient
import NetworksClientLive
import NodeClient
import PasscodeFeature
import ProfileFeature
import SessionClient
import SessionClientLive
import VaultClient
import VaultClientLive
import WalletApp

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The wallet's screens on a terminal, with the vault, the journal and the node behind them.
///
/// It is an actor so that its store is isolated to it.
actor TerminalWalletSession {
  /// Inspects the store of a demonstration before it begins.
  typealias Watch =
    @Sendable (StoreOf<TerminalWallet>, isolated TerminalWalletSession) async -> Void

  private let vault: Vault
  private let entry = SecretEntry()
  private let journal: ActivityJournal
  private let chainID: ChainID
  private let node: NodeClient
  private let verifier: NodeClient?
  /// The language that the person wants, and the one that can be shown.
  private let wanted, language: Language
  private let memoryFile: RememberedSettingsFile
  private let memory: RememberedSettings
  private let lockSeconds: Int
  private let home: String
  private let isDemonstration: Bool
  private let watch: Watch?
  private let settings: HomeSettings
  private let openNetwork: TerminalWallet.OpenNetwork?
  private let accountList: AccountList
  private let networks: NetworksFile
  /// The network that the person has chosen, which ends these screens.
  private(set) var reopening: TerminalWallet.Reopening?

  /// Creates the screens, without reading or writing anything yet.
  ///
  /// - Parameters:
  ///   - language: The language of an option.
  ///   - lockSeconds: The idle seconds after which the wallet locks, from an option.
  init(
    _ wallet: WalletOptions, _ network: ChosenNetwork, _ verifier: VerifierOptions,
    _ settings: HomeSettings, language: Language?, lockSeconds: Int?
  ) {
    self.init(
      home: wallet.homePath, deviceKeyPath: wallet.deviceKeyPath,
      chainID: network.chainID, node: network.client,
      verifier: verifier.client, settings, language: language,
      lockSeconds: lockSeconds ?? settings.preferences.autoLock.seconds,
      openNetwork: TerminalWallet.OpenNetwork(
        name: network.name, nodeText: network.address.shownText,
        isRemembered: !network.isNamedElsewhere))
  }

  private init(
    home: String, deviceKeyPath: String?, chainID: ChainID, node: NodeClient,
    verifier: NodeClient?, _ settings: HomeSettings, language: Language?, lockSeconds: Int,
    openNetwork: TerminalWallet.OpenNetwork? = nil, isDemonstration: Bool = false,
    watch: Watch? = nil
  ) {
    self.home = home
    self.watch = watch
    self.isDemonstration = isDemonstration
    self.settings = settings
    self.openNetwork = openNetwork
    self.chainID = chainID
    self.node = node
    self.verifier = verifier
    memoryFile = RememberedSettingsFile(home: home)
    var memory = memoryFile.read()
    // The settings take precedence, because the commands read them, too.
    memory.language = settings.spokenLanguage ?? memory.language
    self.memory = memory
    let environment = ProcessInfo.processInfo.environment
    wanted = language ?? memory.language ?? Language(environment)
    self.language = wanted.shown(in: environment)
    self.lockSeconds = lockSeconds
    accountList = AccountList(home: home)
    networks = NetworksFile(home: home)
    journal = ActivityJournal(folder: home + "/activity")
    let entry = entry
    vault = Vault(
      configuration: VaultConfiguration(
        folder: home + "/vault", deviceKeyPath: deviceKeyPath, scrypt: .production,
        acceptsPublishedPhrases: chainID.isDevelopment),
      display: PhraseDisplay(
        show: { (words: borrowing SecretBytes) throws(PhraseDisplay.Unavailable) in
          entry.show(words)
        },
        suggest: { (_: Int, words: borrowing SecretBytes) in entry.suggest(words) }))
  }

  /// Creates the screens of a disposable wallet.
  ///
  /// - Parameters:
  ///   - home: The wallet's folder, which need not exist.
  ///   - node: The node of a development chain.
  ///   - chainID: Its chain.
  ///   - language: The language of all texts.
  ///   - watch: Inspects the store before it begins.
  init(
    demonstrationIn home: String, node: NodeClient, chainID: ChainID, language: Language,
    watch: Watch? = nil
  ) {
    self.init(
      home: home, deviceKeyPath: nil, chainID: chainID, node: node, verifier: nil,
      HomeSettings(), language: language, lockSeconds: 0, isDemonstration: true, watch: watch)
  }

  /// The words of the phrase that is on the screen.
  nonisolated var shownWords: [String] { entry.shownWords() }

  /// Shows the screens until the person leaves them.
  ///
  /// - Parameters:
  ///   - environment: The terminal's properties.
  ///   - driver: A source of keys besides the person.
  /// - Returns: The way in which it ended; the vault is then locked.
  func run(
    _ environment: TerminalEnvironment, driver: TerminalDriver? = nil
  ) async throws(CommandFailure) -> TerminalEnd {
    let standing = try await standing()
    var mark: Int32?
    defer { if let mark { close(mark) } }
    let end: TerminalEnd
    do {
      let terminal = environment.isDumb ? try TerminalSession.lines() : try TerminalSession()
      defer { terminal.leave() }
      let store = makeStore(standing, environment, terminal)
      await watch?(store, self)
      // A wallet that is made here has its home only when time begins to count.
      let marking = store.observe { [isDemonstration, home] in
        _ = store.now
        if mark == nil, !isDemonstration { mark = OpenApp(home: home).lock() }
      }
      defer { marking.cancel() }
      store.send(.view(.appeared))
      let app = TerminalWalletApp.app(entry)
      end =
        environment.isDumb
        ? try await lines(app, environment).run(store, session: terminal, driver: driver)
        : try await TerminalHost(app, environment: environment)
          .run(store, session: terminal, driver: driver)
      reopening = store.withState(\.reopening)
    } catch {
      throw FailureText.failure(error)
    }
    await VaultClient.live(vault).lock()
    entry.hide()
    entry.clear()
    return end
  }

  /// The result of looking for a wallet to open.
  private enum Standing {
    case none, wallet
    case damaged(path: String)
  }

  private func standing() async throws(CommandFailure) -> Standing {
    let vaultPath = vault.path
    do throws(VaultStorageFailure) {
      return try await VaultClient.live(vault).status() == .empty ? .none : .wallet
    } catch .damaged(let path) where path == vaultPath {
      return .damaged(path: path)
    } catch {
      throw FailureText.failure(.storage(error))
    }
  }

  /// Returns true if the system refuses to lock as much memory as an open wallet needs.
  private static func locksNoMemory() -> Bool {
    _ = SecretBytes(count: lockedByteCount)
    return SecretBytes.isAnyUnlocked
  }

  /// The approximate maximum size of secrets that an open wallet locks in memory.
  private static let lockedByteCount = 32 << 10

  private func lines(
    _ app: TerminalApp<TerminalWallet.State, TerminalWallet.Action>,
    _ environment: TerminalEnvironment
  ) -> LineHost<TerminalWallet.State, TerminalWallet.Action> {
    let hasHistoryAlone = TerminalEnvironment.process.isDumb
    return LineHost(
      app, theme: environment.theme,
      // The phrase of a demonstration is worthless.
      secrets: isDemonstration
        ? .inHistory : hasHistoryAlone ? .inHistoryIfAgreed : .onAlternateScreen
    ) { state in
      LineText.words(Texts(state.language))
    }
  }

  private func makeStore(
    _ standing: Standing, _ environment: TerminalEnvironment, _ terminal: TerminalSession
  ) -> StoreOf<TerminalWallet> {
    let hasWallet = if case .wallet = standing { true } else { false }
    var state = TerminalWallet.State(
      hasWallet: hasWallet, chainID: chainID, language: language, now: Date())
    if case .damaged(let path) = standing { state.welcome(toReplace: path) }
    state.recall(memory)
    state.recall(settings.preferences)
    state.lockSeconds = lockSeconds
    state.isReadAloud = environment.isDumb
    state.canCopy = !TerminalEnvironment.process.isDumb
    state.region = Region(ProcessInfo.processInfo.environment, timeZone: .current)
    state.showsOnlyASCII = environment.theme.isASCII
    state.lacksLanguage = wanted != language
    state.locksNoMemory = Self.locksNoMemory()
    state.openNetwork = openNetwork
    return Store(initialState: state) {
      TerminalWallet()
    } withDependencies: {
      [vault, journal, node, verifier, entry, accountList, networks, memoryFile, home] in
      $0.context = .live
      let binding = JournalBinding(vault: vault, journal: journal)
      let client = VaultClient.live(vault).listing(in: accountList).bound(by: binding)
      $0.vault = client
      $0.activity = .live(journal).bound(by: binding)
      $0.contacts = .live(journal)
      $0.accountNames = { AccountName.inEachLanguage($0) }
      let node = node.noting(in: vault)
      $0.history = .live(journal, node: node)
      $0.node = node
      $0.verifier = verifier
      $0.networks = .live(networks)
      $0.nodes = .live
      $0.session = .live(vault, configuration: SessionConfiguration(now: { Date() }))
      $0.secrets = .live(entry, vault)
      $0.passcodes = .live(entry, vault, bound: client)
      $0.placeMemory = .live(memoryFile, home: home)
      $0.preferences = .live(home: home)
      $0.clipboard = ClipboardClient { terminal.copy($0) }
    }
  }
}
