package import ActivityClient
import ActivityClientLive
import AuthFeature
import ContactsClient
package import EthereumCrypto
package import EthereumPrimitives
import Headrace
import HeadraceFlow
import HomeFeature
package import NodeClient
import SendFeature
package import VaultClient
package import VaultClientLive
import WalletApp

/// Runs commands as scripts of actions on a store of the whole wallet.
///
/// It is an actor, so that its store answers on an actor of its own.
package actor WalletSession {
  let vault: Vault
  let chainID: ChainID
  let terminal: Terminal
  let node: NodeClient
  let verifier: NodeClient?
  let nodeName: String

  /// What stands above a new phrase.
  private static let phraseHeading =
    "Write these words down. Who has them has the money; they come once."
  let activity: ActivityClient
  let askingSeconds: Int
  private let contacts: ContactsClient
  private let history: HistoryClient

  /// Prepares a session; nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - home: The wallet's folder, an absolute path.
  ///   - deviceKeyPath: Where the device key is; `nil` for inside the folder.
  ///   - chainID: The chain that the node must follow.
  ///   - node: The node.
  ///   - verifier: A second node, which must agree; `nil` where there is none.
  ///   - nodeName: What the node is called in sentences.
  ///   - scrypt: The cost of a new wallet's key.
  ///   - terminal: Where people are.
  ///   - askingSeconds: How long a command asks the node for what it answers or reviews.
  ///   - journal: Gives the journal that commands have, of the one in the folder.
  package init(
    home: String, deviceKeyPath: String?, chainID: ChainID, node: NodeClient,
    verifier: NodeClient? = nil, nodeName: String = "the node", scrypt: ScryptCost = .production,
    terminal: Terminal, askingSeconds: Int = askingSecondsMax,
    journal: @Sendable (ActivityClient) -> ActivityClient = { $0 }
  ) {
    vault = Vault(
      configuration: VaultConfiguration(
        folder: home + "/vault", deviceKeyPath: deviceKeyPath, scrypt: scrypt,
        acceptsPublishedPhrases: chainID.isDevelopment),
      display: PhraseDisplay(
        show: { (words: borrowing SecretBytes) throws(PhraseDisplay.Unavailable) in
          guard terminal.showSecret(Self.phraseHeading, words) else {
            throw PhraseDisplay.Unavailable()
          }
        },
        suggest: { (position: Int, words: borrowing SecretBytes) in
          // Where nobody watches, words of a phrase are not written anywhere.
          _ = terminal.showSecret("Word \(position) may be meant as one of these:", words)
        }))
    let records = ActivityJournal(folder: home + "/activity")
    activity = journal(.live(records))
    contacts = .live(records)
    history = .reading(records, node: node)
    self.chainID = chainID
    self.node = node
    self.verifier = verifier
    self.nodeName = nodeName
    self.terminal = terminal
    self.askingSeconds = askingSeconds
  }

  /// Makes the store of one command.
  func makeStore(_ start: WalletApp.Start) -> StoreOf<WalletApp> {
    Store(initialState: WalletApp.State(start: start, chainID: chainID)) {
      WalletApp()
    } withDependencies: { [vault, activity, contacts, history, node, verifier] in
      // In a test, too, a command is a real one: real clocks, real dates.
      $0.context = .live
      $0.vault = .live(vault)
      $0.activity = activity
      $0.contacts = contacts
      $0.history = history
      $0.node = node
      $0.verifier = verifier
    }
  }

  /// Sends an action to the screen on top, and waits for all that it starts.
  func tap(_ store: StoreOf<WalletApp>, _ action: WalletScreen.Action) async {
    guard let id = store.withState({ $0.routes.last?.id }) else { return }
    await store.send(.router(.routeAction(id: id, action: action))).finish()
  }

  /// Sends an action to the screen on top, and goes on without waiting for what it starts.
  func begin(_ store: StoreOf<WalletApp>, _ action: WalletScreen.Action) {
    guard let id = store.withState({ $0.routes.last?.id }) else { return }
    store.send(.router(.routeAction(id: id, action: action)))
  }

  /// The screen on top.
  func top(_ store: StoreOf<WalletApp>) -> WalletScreen.State? {
    store.withState { $0.routes.last?.screen }
  }

  /// Keeps a secret in the vault's memory until an action spends it.
  func deposit(_ secret: consuming SecretBytes) async -> SecretHandle {
    await vault.deposit(secret)
  }

  /// Whether there is a wallet.
  func hasWallet() async throws(CommandFailure) -> Bool {
    do {
      return try await VaultClient.live(vault).status() != .empty
    } catch {
      throw FailureTexts.failure(.storage(error))
    }
  }

  /// Refuses where there is a wallet already, before anybody is asked for anything.
  func requireNoWallet() async throws(CommandFailure) {
    guard try await !hasWallet() else {
      throw FailureTexts.failure(.creation(.vaultExists))
    }
  }

  /// Refuses where there is nothing to open, before anybody is asked for anything.
  package func requireWallet() async throws(CommandFailure) {
    guard try await hasWallet() else {
      throw FailureTexts.failure(.unlock(.noVault))
    }
  }

  /// Stops where the command's screen shows a failure.
  func check(_ store: StoreOf<WalletApp>) throws(CommandFailure) {
    switch top(store) {
    case .create(let state): if let failure = state.failure { throw FailureTexts.failure(failure) }
    case .unlock(let state): if let failure = state.failure { throw FailureTexts.failure(failure) }
    case .send(let state): if let failure = state.failure { throw FailureTexts.failure(failure) }
    case .home, .replace, .profile, .contacts, nil: break
    }
  }

  /// Sends an action to the screen on top, waits for all that it starts, and shows meanwhile how
  /// far that is.
  func tapWatched(
    _ store: StoreOf<WalletApp>, _ action: WalletScreen.Action, waiting: String
  ) async {
    guard let showProgress = terminal.showProgress else { return await tap(store, action) }
    let stages = await VaultClient.live(vault).progress()
    let watch = Task {
      await ProgressWatch(waiting: waiting).show(stages, on: showProgress)
    }
    await tap(store, action)
    watch.cancel()
    await watch.value
  }
}

// MARK: - Opening

extension WalletSession {
  /// Unlocks the wallet, and leaves its home screen on top.
  func open(_ passcode: consuming SecretBytes) async throws(CommandFailure) -> StoreOf<WalletApp> {
    let store = makeStore(.unlock)
    let action = WalletScreen.Action.unlock(.view(.passcodeEntered(await deposit(passcode))))
    await tapWatched(store, action, waiting: "Opening the wallet")
    try check(store)
    // Only a command that was told to stop does not come to this screen.
    guard top(store)?.is(\.home) == true else { throw .interrupted }
    return store
  }

  /// The wallet's accounts.
  package func accounts(
    _ passcode: consuming SecretBytes
  ) async throws(CommandFailure) -> [VaultAccount] {
    let store = try await open(passcode)
    return top(store)?.home?.accounts ?? []
  }
}
