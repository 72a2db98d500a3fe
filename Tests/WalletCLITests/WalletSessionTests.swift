import ActivityClient
import DevChain
import EthereumCrypto
import EthereumPrimitives
import Foundation
import JSONRPC
import NodeClient
import NodeClientLive
import SendFeature
import Synchronization
import Testing
import VaultClient
import VaultClientLive
import WalletCLI

@Suite struct WalletSessionTests {
  private static let recipient = DevChainAccounts.addresses[1].checksummed
  private static let nobody = FakeTerminal { _, _ in nil }

  /// A wallet's folder that is removed after the test.
  private final class Home {
    let path = FileManager.default.temporaryDirectory.appending(path: "wallet-cli-\(UUID())").path()
    deinit {
      do { try FileManager.default.removeItem(atPath: path) } catch {
        // Tests that check that nothing was written have no folder.
      }
    }
    var exists: Bool { FileManager.default.fileExists(atPath: path) }
    var hasPayments: Bool {
      FileManager.default.fileExists(atPath: path + "/activity/payments.sqlite")
    }
  }

  private func session(
    _ home: Home, chain: DevChain = DevChain(), chainID: ChainID = 31_337,
    terminal: FakeTerminal = Self.nobody
  ) -> WalletSession {
    WalletSession(
      home: home.path, deviceKeyPath: nil, chainID: chainID,
      node: .jsonRPC(over: chain.transport), scrypt: .testing, terminal: terminal.terminal)
  }

  private static func secret(_ text: String) -> SecretBytes { SecretBytes(Array(text.utf8)) }

  private static func passcode(
    _ text: String = "correct horse", again: String? = nil
  ) -> Passcode {
    Passcode(policy: .passphrase, new: secret(text)) { Self.secret(again ?? text) }
  }

  private func importDevelopmentPhrase(_ session: WalletSession) async throws {
    _ = try await session.importPhrase {
      Self.secret(DevChainAccounts.mnemonic)
    } passcode: {
      Self.passcode()
    }
  }

  // MARK: - Making

  @Test func aNewWalletAsksItsOwnWordsBack() async throws {
    let home = Home()
    let person = FakeTerminal { question, words in
      guard let position = Int(question.dropFirst("Word ".count).dropLast()) else { return nil }
      return words[position - 1]
    }
    let account = try await session(home, terminal: person).create(wordCount: 24) {
      Self.passcode()
    }
    #expect(person.questions.count == 3)
    #expect(person.words.count == 24)
    let opened = try await session(home).accounts(Self.secret("correct horse"))
    #expect(opened == [account])
  }

  @Test func wrongWordsThriceMakeNoWallet() async throws {
    let home = Home()
    let person = FakeTerminal { _, _ in "abandon" }
    await #expect(throws: CommandFailure.self) {
      _ = try await session(home, terminal: person).create(wordCount: 12) { Self.passcode() }
    }
    #expect(person.questions.count == 9)
    #expect(!home.exists)
  }

  @Test func wrongWordsAreReportedAsAnObjectToAProgram() async throws {
    for isReadByProgram in [false, true] {
      let person = FakeTerminal { _, _ in "abandon" }
      let told = Mutex<[String]>([])
      var terminal = person.terminal
      terminal.isReadByProgram = isReadByProgram
      terminal.writeError = { line in told.withLock { $0.append(line) } }
      let session = WalletSession(
        home: Home().path, deviceKeyPath: nil, chainID: 31_337,
        node: .jsonRPC(over: DevChain().transport), scrypt: .testing, terminal: terminal)
      await #expect(throws: CommandFailure.self) {
        _ = try await session.create(wordCount: 12) { Self.passcode() }
      }
      let text = "Those words are wrong; other words are asked now."
      let line = isReadByProgram ? #"{"event":"note","text":"\#(text)"}"# : text
      #expect(told.withLock { $0 } == [line, line])
    }
  }

  @Test(
    arguments: [
      ("test test test", "the phrase has 3 words; expected 12, 15, 18, 21 or 24"),
      (
        "test test test test test test test test test test test test",
        "the words are known but their checksum is wrong; expected the words of one phrase, in"
          + " their order"
      ),
      (
        "test test test test test test test test test test test jnuk",
        "word 12 of the phrase is not in the English list; expected a word of BIP-39, in lower case"
      ),
      (
        "test test TEST test test test test test test test test junk",
        "word 3 of the phrase is right, but its letters are not all in lower case; expected all words"
          + " in lower case"
      ),
    ])
  func anInvalidPhraseWritesNothing(phrase: String, message: String) async throws {
    let home = Home()
    await #expect(throws: CommandFailure(said: message)) {
      _ = try await session(home).importPhrase {
        Self.secret(phrase)
      } passcode: {
        Self.passcode()
      }
    }
    #expect(!home.exists)
  }

  @Test(arguments: [
    ("short", nil, "the passcode is too short; expected at least 8 characters"),
    ("long enough", "long enuogh", "the two passcodes differ; expected the same one twice"),
  ])
  func anInvalidPasscodeWritesNothing(
    new: String, again: String?, message: String
  ) async throws {
    let home = Home()
    await #expect(throws: CommandFailure(said: message)) {
      _ = try await session(home).importPhrase {
        Self.secret(DevChainAccounts.mnemonic)
      } passcode: {
        Self.passcode(new, again: again)
      }
    }
    #expect(!home.exists)
  }

  @Test func aSecondWalletIsNotWrittenOverTheFirst() async throws {
    let home = Home()
    try await importDevelopmentPhrase(session(home))
    await #expect(
      throws: CommandFailure(
        said: "there is a wallet already; expected a home without one (choose with --home)")
    ) {
      _ = try await session(home).create(wordCount: 12) { Self.passcode() }
    }
  }

  // MARK: - Opening

  @Test func aWrongPasscodeLeavesTheWalletLocked() async throws {
    let home = Home()
    try await importDevelopmentPhrase(session(home))
    await #expect(
      throws: CommandFailure(
        said:
          "the passcode is wrong; 4 tries are left before a wait",
        .locked)
    ) {
      _ = try await session(home).accounts(Self.secret("wrong horse"))
    }
  }

  @Test func aMissingWalletIsReportedBeforeAnyRequest() async {
    let home = Home()
    await #expect(
      throws: CommandFailure(
        said:
          "there is no wallet in \(home.path); expected one made by wallet init or wallet import"
          + " (choose with --home)")
    ) {
      try await session(home).requireWallet()
    }
    #expect(!home.exists)
  }

  // MARK: - Paying

  @Test func aPaymentIsConfirmedAndListedInTheActivity() async throws {
    let home = Home()
    let chain = DevChain()
    try await importDevelopmentPhrase(session(home))
    let payment = try await session(home, chain: chain).pay(
      PaymentRequest(recipientText: Self.recipient, amountText: "0.25", speed: .normal)
    ) { draft, quote in
      draft.amount.etherText == "0.25" && quote.maxTotal > draft.amount
    }
    let node = NodeClient.jsonRPC(over: chain.transport)
    let balance = try await node.balance(of: DevChainAccounts.addresses[1])
    #expect(balance.etherText == "10000.25")
    #expect(await chain.books.isBalanced)
    let listed = try await session(home, chain: chain).listPayments()
    #expect(listed.payments == [payment])
    #expect(listed.failure == nil)
    #expect(!listed.hasMore)
  }

  @Test func aPaymentThatIsNotAgreedToIsNotSigned() async throws {
    let home = Home()
    let chain = DevChain()
    try await importDevelopmentPhrase(session(home))
    await #expect(throws: CommandFailure(said: "nothing was sent: expected a yes, or --yes")) {
      _ = try await session(home, chain: chain).pay(
        PaymentRequest(recipientText: Self.recipient, amountText: "1", speed: .slow)
      ) { _, _ in false }
    }
    #expect(!home.hasPayments)
  }

  @Test(
    arguments: [
      (
        recipient.replacing("C7", with: "c7"), "1",
        "the recipient is not an address: a digit or a letter's case is mistyped; expected the"
          + " address as its owner shows it"
      ),
      (
        String(recipient.dropFirst(2)), "1",
        "the recipient is not an address: expected an address that begins with 0x"
      ),
      (
        String(recipient.dropLast()), "1",
        "the recipient is not an address: expected 40 hexadecimal digits after 0x, found 39"
      ),
      (recipient, "", "there is no amount; expected ether such as 0.25"),
      (recipient, "0", "the amount is zero; expected at least 1 wei"),
      (
        recipient, "-1",
        "the amount is not valid: expected digits with at most one period between them,"
          + " such as 0.25"
      ),
      (
        recipient, "0.1234567890123456789",
        "the amount is not valid: expected at most 18 digits after the period, found 19"
      ),
      (
        recipient, "10001",
        "the account has 10000 ETH; expected 10001 ETH for the amount alone, and more for its fee"
      ),
    ])
  func aPaymentThatCannotBeIsRefusedAndNothingIsWritten(
    recipient: String, amount: String, message: String
  ) async throws {
    let home = Home()
    try await importDevelopmentPhrase(session(home))
    await #expect(throws: CommandFailure(said: message)) {
      _ = try await session(home).pay(
        PaymentRequest(recipientText: recipient, amountText: amount, speed: .fast)
      ) { _, _ in true }
    }
    #expect(!home.hasPayments)
  }

  @Test func aNodeOfAnotherChainIsRefusedBeforeSigning() async throws {
    let home = Home()
    try await importDevelopmentPhrase(session(home))
    await #expect(
      throws: CommandFailure(said: "the node follows the chain with id 31337, expected 1")
    ) {
      _ = try await session(home, chainID: 1).pay(
        PaymentRequest(recipientText: Self.recipient, amountText: "1", speed: .normal)
      ) { _, _ in true }
    }
    #expect(!home.hasPayments)
  }
}
