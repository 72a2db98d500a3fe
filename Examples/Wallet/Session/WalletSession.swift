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
/// It is an actor so that its store is isolated to it.
package actor WalletSession: WalletDriver {
  let vault: Vault
  /// The wallet's folder.
  let home: String
  let chainID: ChainID
  let terminal: Terminal
  let node: NodeClient
  let verifier: NodeClient?
  let nodeName: String

  /// The text above a new phrase.
  static var phraseHeading: String {
    Phrase("Write these words down. Anyone with them has the money. They are shown once.").text
  }
  let activity: ActivityClient
  let askingSeconds: Int
  /// True if a person types the passcodes, and may type one again after a mistake.
  let asksPasscodes: Bool
  let contacts: ContactsClient
  let accountList: AccountList
  let unlocked: UnlockedHome
  /// The journal itself, for operations on its file.
  let records: ActivityJournal
  /// The finding about the journal when the vault was opened.
  let journalFinding = JournalBinding.Finding()
  private let history: HistoryClient
  /// Returns which of several payments is being asked about, and their number.
  var asked: (() -> (number: Int, count: Int)?)?

  /// Creates a session, without reading or writing anything yet.
  ///
  /// - Parameters:
  ///   - home: The wallet's folder, an absolute path.
  ///   - deviceKeyPath: The path of the device key; `nil` if it is inside the folder.
  ///   - chainID: The chain that the node must follow.
  ///   - node: The node.
  ///   - verifier: A second node, which must agree; `nil` if there is none.
  ///   - nodeName: The node's name in sentences.
  ///   - scrypt: The cost of a new wallet's key.
  ///   - terminal: The terminal for people.
  ///   - askingSeconds: The time limit for requests to the node for answers or reviews.
  ///   - asksPasscodes: True if passcodes come from a terminal, where a wrong one can be repeated.
  ///   - journal: Returns the journal for commands, made from the one in the folder.
  package init(
    home: String, deviceKeyPath: String?, chainID: ChainID, node: NodeClient,
    verifier: NodeClient? = nil, nodeName: String = "the node", scrypt: ScryptCost = .production,
    terminal: Terminal, askingSeconds: Int = askingSecondsMax, asksPasscodes: Bool = false,
    journal: @Sendable (ActivityClient) -> ActivityClient = { $0 }
  ) {
    vault = Vault(
      configuration: VaultConfiguration(
        folder: home + "/vault", deviceKeyPath: deviceKeyPath, scrypt: scrypt,
        acceptsPublishedPhrases: chainID.isDevelopment),
      display: PhraseDisplay(
        show: { (words: borrowing SecretBytes) throws(PhraseDisplay.Unavailable) in
          guard terminal.showPhrase(Self.phraseHeading, words) else {
            throw PhraseDisplay.Unavailable()
          }
        },
        suggest: { (position: Int, words: borrowing SecretBytes) in
          // Without a person at the terminal, words of a phrase are not written anywhere.
          _ = terminal.showSecret(
            Phrase("Word \(position) may be one of these:").text, words)
        }))
    self.home = home
    accountList = AccountList(home: home)
    unlocked = UnlockedHome(home: home)
    records = ActivityJournal(folder: home + "/activity")
    activity = journal(
      .live(records).bound(by: JournalBinding(vault: vault, journal: records))
    ).telling(on: terminal)
    contacts = .live(records)
    let node = node.noting(in: vault)
    history = .reading(records, node: node)
    self.chainID = chainID
    self.node = node
    self.verifier = verifier
    self.nodeName = nodeName
    self.terminal = terminal
    self.askingSeconds = askingSeconds
    self.asksPasscodes = asksPasscodes
  }

  /// The vault as features use it, with its accounts listed beside it.
  var vaultClient: VaultClient {
    let binding = JournalBinding(vault: vault, journal: records, finding: journalFinding)
    return VaultClient.live(vault).listing(in: accountList) { [terminal] finding in
      guard finding == .wasFalse else { return }
      terminal.writeNote(
        Phrase(
          "Warning: the list of addresses beside the vault had been changed. It is corrected; check the addresses that you were shown before."
        ).text, json: terminal.isReadByProgram)
    }
    .bound(by: binding) { [terminal] standing in
      guard standing == .older else { return }
      terminal.writeNote(
        Phrase(
          "Warning: the payment list is an old copy, another wallet's, or missing. No payment is signed until it is restored, or accepted with 'wallet accept-journal'."
        ).text, json: terminal.isReadByProgram)
    }
  }

  /// Creates the store of one command.
  ///
  /// - Parameters:
  ///   - start: The first screen.
  ///   - accounts: The accounts, if they are known without a passcode; the passcode that signs
  ///     opens the vault.
  func makeStore(
    _ start: WalletApp.Start, _ accounts: [VaultAccount]? = nil
  ) -> StoreOf<WalletApp> {
    Store(initialState: WalletApp.State(start: start, chainID: chainID)) {
      WalletApp()
    } withDependencies: { [vaultClient, activity, contacts, history, node, verifier] in
      // A command uses real clocks and dates, in tests too.
      $0.context = .live
      $0.vault = vaultClient
      if let accounts { $0.vault.unlock = { _ in accounts } }
      $0.activity = activity
      $0.contacts = contacts
      $0.history = history
      $0.node = node
      $0.verifier = verifier
    }
  }

  /// Stores a secret in the vault's memory until an action spends it.
  func deposit(_ secret: consuming SecretBytes) async -> SecretHandle {
    await vault.deposit(secret)
  }

  /// Returns true if a wallet exists.
  func hasWallet() async throws(CommandFailure) -> Bool {
    do {
      return try await VaultClient.live(vault).status() != .empty
    } catch {
      throw FailureText.failure(.storage(error))
    }
  }

  /// Throws if a wallet exists, before any question is asked.
  ///
  /// A damaged vault does not count: it is reported here, and set aside by the next one.
  func requireNoWallet() async throws(CommandFailure) {
    let status: VaultStatus
    let vaultPath = vault.path
    do throws(VaultStorageFailure) {
      status = try await VaultClient.live(vault).status()
    } catch .damaged(let path) where path == vaultPath {
      return terminal.writeNote(
        Phrase(
          "\(PlainText.printable(path)) is damaged; it is set aside, not overwritten, when the new wallet is written"
        ).text, json: terminal.isReadByProgram)
    } catch {
      throw FailureText.failure(.storage(error))
    }
    guard status == .empty else { throw FailureText.failure(.creation(.vaultExists)) }
  }

  /// Throws if there is no wallet to open, before any question is asked.
  package func requireWallet() async throws(CommandFailure) {
    guard try await hasWallet() else { throw FailureText.noWallet(in: home) }
  }

  /// Sends an action to the screen on top, waits for its effects, and shows their progress in the
  /// meantime.
  func tapWatched(
    _ store: StoreOf<WalletApp>, _ action: WalletScreen.Action, waiting: Phrase
  ) async {
    guard let showProgress = terminal.showProgress else {
      let watch = ProgressNotice(waiting.text, on: terminal)
      defer { watch.end() }
      return await tap(store, action)
    }
    let stages = await VaultClient.live(vault).progress()
    let watch = Task {
      await ProgressWatch(waiting: waiting.text).show(stages, on: showProgress)
    }
    await tap(store, action)
    watch.cancel()
    await watch.value
  }
}

// MARK: - Opening

extension WalletSession {
  /// Unlocks the wallet, with its home screen on top.
  func open(_ passcode: consuming SecretBytes) async throws(CommandFailure) -> StoreOf<WalletApp> {
    let store = makeStore(.unlock)
    var next: SecretBytes? = passcode
    while let typed = next.take() {
      let action = WalletScreen.Action.unlock(.view(.passcodeEntered(await deposit(typed))))
      await tapWatched(store, action, waiting: "Opening the wallet")
      guard case .unlock(let refusal)? = top(store)?.unlock?.failure, refusal.mayBeTypedAgain
      else { break }
      next = askAgain("Passcode:", after: top(store)?.unlock?.failure.map(FailureText.failure))
    }
    try check(store)
    // Only a command that was stopped does not reach this screen.
    guard top(store)?.is(\.home) == true else { throw .interrupted }
    return store
  }

  /// Shows the home screen with accounts that are known without a passcode; this process's vault
  /// stays locked.
  func open(by accounts: [VaultAccount]) async throws(CommandFailure) -> StoreOf<WalletApp> {
    let store = makeStore(.unlock, accounts)
    let nothing = await deposit(SecretBytes(count: 0))
    await tap(store, .unlock(.view(.passcodeEntered(nothing))))
    try check(store)
    guard top(store)?.is(\.home) == true else { throw .interrupted }
    return store
  }

  /// Passes the known accounts to this process's vault, so that the passcode that signs also opens
  /// it and the payer's address is compared.
  func expect(_ accounts: [VaultAccount]) async throws(CommandFailure) {
    do throws(VaultStorageFailure) {
      try await vault.expect(accounts)
    } catch {
      throw FailureText.failure(.storage(error))
    }
  }

  /// Opens this process's vault for the next signature; a wrong passcode may be typed again.
  ///
  /// - Parameters:
  ///   - passcode: The typed passcode.
  ///   - account: The account that signs, as shown.
  ///   - question: The prompt after a wrong passcode.
  /// - Returns: The passcode that opened it.
  /// - Throws: `CommandFailure` if the vault derives another address for the account.
  func openVault(
    _ passcode: consuming SecretBytes, for account: VaultAccount, asking question: Phrase
  ) async throws(CommandFailure) -> SecretBytes {
    var typed: SecretBytes = passcode
    while true {
      let found: UnlockRefusal
      switch await tryOpening(by: typed.copy()) {
      case .success(let accounts):
        guard accounts.contains(where: { $0.id == account.id && $0.address == account.address })
        else { throw FailureText.authorization(.otherAddress) }
        return typed
      case .failure(let refusal): found = refusal
      }
      // The wrong passcode is wiped before the next one is requested.
      typed = SecretBytes(count: 0)
      let failure = FailureText.unlock(found)
      guard found.mayBeTypedAgain,
        let again = askAgain(question, after: failure)
      else {
        if Task.isCancelled { throw .interrupted }
        throw failure
      }
      typed = again
    }
  }

  /// Tries to open this process's vault.
  private func tryOpening(
    by passcode: consuming SecretBytes
  ) async -> Result<[VaultAccount], UnlockRefusal> {
    let handle = await deposit(passcode)
    let watch = ProgressNotice(Phrase("Opening the wallet").text, on: terminal)
    defer { watch.end() }
    do throws(UnlockRefusal) {
      return .success(try await vaultClient.unlock(handle))
    } catch {
      return .failure(error)
    }
  }

  /// Asks for a passcode after a wrong one; nil if there is nobody to type it.
  func askAgain(_ question: Phrase, after failure: CommandFailure?) -> SecretBytes? {
    guard asksPasscodes, let failure else { return nil }
    terminal.writeNote(failure.message, json: terminal.isReadByProgram)
    do throws(SecretLine.Refusal) {
      guard let line = try terminal.askSecret(question.text) else { return nil }
      return line.take()
    } catch {
      terminal.writeNote(error.failure.message, json: terminal.isReadByProgram)
      return nil
    }
  }

  /// Returns the wallet's accounts.
  package func accounts(
    _ passcode: consuming SecretBytes
  ) async throws(CommandFailure) -> [VaultAccount] {
    let store = try await open(passcode)
    return top(store)?.home?.accounts ?? []
  }
}

extension UnlockRefusal {
  /// True if another passcode may be typed immediately.
  var mayBeTypedAgain: Bool {
    switch self {
    case .wrongPasscode, .notText: true
    case .noVault, .secretGone, .wrongPasscodeThenBackedOff, .backedOff, .cancelled, .storage: false
    }
  }
}
