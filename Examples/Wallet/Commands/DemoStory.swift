import ActivityClient
import ActivityClientLive
import AuthFeature
import ContactsClient
import DurableFiles
import EthereumCrypto
import EthereumKeys
package import EthereumPrimitives
import EthereumTransactions
import Foundation
import Headrace
import HeadraceFlow
import HomeFeature
package import NodeClient
import SendFeature
import Synchronization
import VaultClient
package import VaultClientLive
import WalletApp

/// Plays the wallet's whole story through its store, as a user at a terminal would.
///
/// It is an actor so that its store is isolated to it.
package actor DemoStory: WalletDriver {
  private let node: NodeClient
  private let narrate: @Sendable (String) -> Void
  private let vault: Vault
  private let activity: ActivityClient
  private let journal: ActivityJournal
  private let random: VaultRandom
  private let phrase = PhraseMemory()
  private let language: Language

  /// The amount that the wallet receives.
  package static let gift: Wei = 2_000_000_000_000_000_000
  /// The amount that it sends.
  package static let amountText = "0.75"
  /// The story was stopped.
  private static var interrupted: CommandFailure {
    CommandFailure("interrupted before the end of the story; its wallet is deleted", .tryAgain)
  }
  /// The passcode of the disposable wallet.
  private static let passcode = "a demonstration only"

  /// Creates a story.
  ///
  /// - Parameters:
  ///   - home: A folder for the wallet; it need not exist.
  ///   - node: The node to play on; the first development account is funded there.
  ///   - scrypt: The cost of the wallet's key.
  ///   - random: The source of the phrase and the recipient.
  ///   - narrate: Receives the story line by line.
  package init(
    home: String, node: NodeClient, scrypt: ScryptCost = .production,
    random: VaultRandom = .system, narrate: @escaping @Sendable (String) -> Void
  ) {
    self.node = node
    self.random = random
    self.narrate = narrate
    language = Speech.language
    let memory = phrase
    vault = Vault(
      configuration: VaultConfiguration(folder: home + "/vault", scrypt: scrypt),
      environment: VaultEnvironment(random: random),
      display: PhraseDisplay { words in
        memory.remember(words)
        narrate("    \(memory.words.joined(separator: " "))")
      })
    journal = ActivityJournal(folder: home + "/activity")
    activity = .live(journal)
  }

  /// Plays the story to its end.
  ///
  /// - Throws: `CommandFailure`, also if the books do not balance to the wei.
  package func play() async throws(CommandFailure) -> DemoOutcome {
    let chainID = try await asking { try await $0.chainID() }
    tell(0, Phrase("A wallet on chain \(chainID)."))
    let store = makeStore(chainID)
    let account = try await createWallet(store)
    try await lockAndUnlock(store)
    let before = try await receive(store, account, chainID)
    let recipient = try makeRecipient()
    let payment = try await send(store, to: recipient)
    return try await settle(store, payment, to: recipient, before: before)
  }

  private func makeStore(_ chainID: ChainID) -> StoreOf<WalletApp> {
    let store = Store(
      initialState: WalletApp.State(start: .create(wordCount: 12), chainID: chainID)
    ) {
      WalletApp()
    } withDependencies: { [vault, activity, journal, node] in
      // The story uses real clocks and dates, in tests too.
      $0.context = .live
      $0.vault = .live(vault)
      $0.activity = activity
      $0.contacts = .live(journal)
      $0.history = .reading(journal, node: node)
      $0.node = node
    }
    store.instrument = EventPrinter(language, narrate)
    return store
  }
}

// MARK: - Narrating

extension DemoStory {
  /// Prints a sentence after a number of spaces.
  private func tell(_ indent: Int, _ phrase: Phrase) {
    narrate(String(repeating: " ", count: indent) + phrase.text(in: language))
  }

  /// Begins a chapter of the story.
  private func chapter(_ phrase: Phrase) {
    narrate("\n" + phrase.text(in: language))
  }
}

// MARK: - The Chapters

extension DemoStory {
  private func createWallet(_ store: StoreOf<WalletApp>) async throws(CommandFailure)
    -> VaultAccount
  {
    chapter(Phrase("1. Create: the phrase of this temporary wallet is shown once."))
    await tap(store, .create(.view(.appeared)))
    try checkStory(store)
    chapter(Phrase("2. Confirm: three words are asked back."))
    await tap(store, .create(.view(.phraseNotedButtonTapped)))
    guard case .create(let state)? = top(store), case .confirming(_, let challenge) = state.phase
    else { throw unexpected(store) }
    var words: [SecretHandle] = []
    for position in challenge.positions {
      words.append(await vault.deposit(SecretBytes(Array(phrase.words[position - 1].utf8))))
    }
    await tap(store, .create(.view(.wordsEntered(words))))
    try checkStory(store)
    chapter(Phrase("3. Set a passcode: the vault derives its key, which takes a second or more."))
    let passcode = await depositPasscode()
    let confirmation = await depositPasscode()
    await tap(
      store,
      .create(.view(.passcodeEntered(.passphrase, passcode, confirmation: confirmation))))
    try checkStory(store)
    guard let account = top(store)?.home?.account else { throw unexpected(store) }
    tell(3, Phrase("The wallet's address is \(account.address.checksummed)."))
    return account
  }

  private func lockAndUnlock(_ store: StoreOf<WalletApp>) async throws(CommandFailure) {
    chapter(Phrase("4. Lock, and unlock again."))
    await store.send(.view(.lockRequested)).finish()
    guard top(store)?.is(\.unlock) == true else { throw unexpected(store) }
    await tap(store, .unlock(.view(.passcodeEntered(await depositPasscode()))))
    try checkStory(store)
    guard top(store)?.is(\.home) == true else { throw unexpected(store) }
  }

  private func receive(
    _ store: StoreOf<WalletApp>, _ account: VaultAccount, _ chainID: ChainID
  ) async throws(CommandFailure) -> Wei {
    chapter(
      Phrase("5. Receive \(Self.gift.etherText) ETH from the chain's first development account."))
    let funder = DevelopmentFunder(node: node, chainID: chainID)
    let receipt = try await asking { _ in try await funder.pay(Self.gift, to: account.address) }
    tell(3, Phrase("Block \(receipt.blockNumber) has it: \(receipt.transactionHash)"))
    await tap(store, .home(.view(.refreshed)))
    try checkStory(store)
    guard let balance = top(store)?.home?.balance?.balance else { throw unexpected(store) }
    tell(3, Phrase("The wallet owns \(balance.etherText) ETH."))
    guard balance == Self.gift else {
      throw CommandFailure(
        "the books do not balance: expected \(Self.gift), found \(balance)", .refused)
    }
    return balance
  }

  private func send(
    _ store: StoreOf<WalletApp>, to recipient: Address
  ) async throws(CommandFailure) -> Payment {
    chapter(Phrase("6. Send \(Self.amountText) ETH to \(recipient.checksummed)."))
    await tap(store, .home(.view(.sendButtonTapped)))
    await tap(store, .send(.view(.recipientChanged(recipient.checksummed))))
    await tap(store, .send(.view(.amountChanged(Self.amountText))))
    await tap(store, .send(.view(.reviewButtonTapped)))
    try checkStory(store)
    guard case .reviewing(_, let quote)? = top(store)?.send?.phase else { throw unexpected(store) }
    tell(
      3,
      Phrase(
        "Review: at most \(quote.maxCost.etherText) ETH of fees for \(quote.gasLimit), \(quote.maxTotal.etherText) ETH in all."
      ))
    chapter(Phrase("7. Sign, record, broadcast, follow."))
    await tap(store, .send(.view(.passcodeEntered(await depositPasscode()))))
    try checkStory(store)
    guard case .confirmed(let payment, _)? = top(store)?.send?.phase else {
      throw unexpected(store)
    }
    return payment
  }

  private func settle(
    _ store: StoreOf<WalletApp>, _ payment: Payment, to recipient: Address, before: Wei
  ) async throws(CommandFailure) -> DemoOutcome {
    await tap(store, .send(.view(.closeButtonTapped)))
    await tap(store, .home(.view(.refreshed)))
    try checkStory(store)
    guard let after = top(store)?.home?.balance?.balance,
      case .confirmed(let inclusion) = payment.state
    else { throw unexpected(store) }
    let received = try await asking { try await $0.balance(of: recipient) }
    let fee: Wei
    let expected: Wei
    do {
      fee = try inclusion.effectiveGasPrice.multiplied(by: inclusion.gasUsed.rawValue)
      expected = try before.subtracting(payment.intent.value).subtracting(fee)
    } catch {
      throw CommandFailure("the books do not balance: \(error)", .refused)
    }
    guard after == expected, received == payment.intent.value else {
      throw CommandFailure(
        "the books do not balance: expected \(expected) and \(payment.intent.value), "
          + "found \(after) and \(received)", .refused)
    }
    return DemoOutcome(
      transaction: payment.hash, fee: fee, walletBalance: after, recipientBalance: received)
  }
}

// MARK: - Acting Like a User

extension DemoStory {
  /// Creates a random recipient, who has no ether yet.
  private func makeRecipient() throws(CommandFailure) -> Address {
    do {
      return try PrivateKey(random.secret(PrivateKey.byteCount)).address()
    } catch {
      throw CommandFailure("no recipient could be drawn: \(error)", .tryAgain)
    }
  }

  private func depositPasscode() async -> SecretHandle {
    await vault.deposit(SecretBytes(Array(Self.passcode.utf8)))
  }

  /// Stops the story if it is interrupted, or if a screen shows a failure.
  private func checkStory(_ store: StoreOf<WalletApp>) throws(CommandFailure) {
    if Task.isCancelled { throw Self.interrupted }
    if let error = top(store)?.home?.balanceFailure { throw FailureText.failure(error) }
    try check(store)
  }

  private func unexpected(_ store: StoreOf<WalletApp>) -> CommandFailure {
    if Task.isCancelled { return Self.interrupted }
    let screens = store.withState { [language] in
      $0.routes.map { EventPrinter.name(of: $0.screen).text(in: language) }
    }
    return CommandFailure(
      "the story failed at \(screens.joined(separator: " › "))", .refused)
  }

  private func asking<Answer: Sendable>(
    _ question: (NodeClient) async throws -> Answer
  ) async throws(CommandFailure) -> Answer {
    do {
      return try await question(node)
    } catch {
      if Task.isCancelled { throw Self.interrupted }
      throw FailureText.failure(NodeError.from(error))
    }
  }
}

/// Remembers the words of the demo's phrase, to answer the challenge as its owner would.
final class PhraseMemory: Sendable {
  private let contents = Mutex<[String]>([])

  var words: [String] { contents.withLock { $0 } }

  func remember(_ phrase: borrowing SecretBytes) {
    let text = phrase.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    contents.withLock { $0 = text.split(separator: " ").map(String.init) }
  }
}
