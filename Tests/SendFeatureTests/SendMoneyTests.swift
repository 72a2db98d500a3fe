import ActivityClient
import ContactsClient
import EthereumCrypto
import EthereumPrimitives
import Headrace
import HeadraceTesting
import NodeClient
import SendFeature
import Testing
import VaultClient

/// From the form to the review.
@Suite("SendMoney: the form")
struct SendMoneyTests {
  private let bench = SendBench()

  @Test(arguments: [
    ("", "1", SendMoneyFailure.recipient(.missingPrefix)),
    ("5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "1", .recipient(.missingPrefix)),
    ("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe", "1", .recipient(.wrongDigitCount(found: 39))),
    (
      "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD", "1",
      .recipient(.wrongChecksum(expected: SendBench.recipient))
    ),
    (SendBench.recipient, "", .amountMissing),
    (SendBench.recipient, "0", .amountZero),
    (SendBench.recipient, "-1", .amount(.notANumber)),
    (
      SendBench.recipient, "0.1234567890123456789",
      .amount(.tooManyFractionDigits(found: 19, max: 18))
    ),
  ])
  func invalidInputIsReportedBeforeAnyRequest(
    recipient: String, amount: String, failure: SendMoneyFailure
  ) async {
    let store = TestStore(initialState: SendBench.state(to: recipient, amount)) { SendMoney() }
    await store.send(.view(.reviewButtonTapped)) { $0.phase = .failed(failure) }
    // The input stays, and can be corrected.
    await store.send(.view(.recipientChanged(SendBench.recipient))) {
      $0.recipientText = SendBench.recipient
      $0.phase = .editing
    }
    await store.finish()
  }

  @Test func typedDraftsAreQuotedAndReviewed() async throws {
    let store = bench.store(SendMoney.State(account: SendBench.account, chainID: SendBench.chainID))
    await store.send(.view(.recipientChanged(SendBench.recipient))) {
      $0.recipientText = SendBench.recipient
    }
    await store.send(.view(.amountChanged("0.25"))) { $0.amountText = "0.25" }
    await store.send(.view(.speedChanged(.fast))) { $0.speed = .fast }
    let draft = try SendBench.draft("0.25", .fast)
    let quote = try await SendBench.quote(draft)
    await store.send(.view(.reviewButtonTapped)) { $0.phase = .quoting(draft) }
    await store.receive(\.inner.quoted) { $0.phase = .reviewing(draft, quote) }
    await store.send(.view(.backButtonTapped)) { $0.phase = .editing }
    await store.finish()
    #expect(bench.node.sent == [])
  }

  /// An address that was copied from the wrong place can begin and end like a contact's.
  @Test func aRecipientThatLooksLikeAContactIsAskedAbout() async throws {
    let store = bench.store(SendBench.state("0.25"))
    let recipient = try SendBench.draft().recipient
    var bytes = recipient.bytes
    bytes[9] ^= 1
    let contact = Contact(
      name: try ContactName("Bob"), address: try #require(Address(bytes: bytes)))
    store.dependencies.contacts.all = { () throws(JournalFailure) in [contact] }
    store.exhaustivity = .off
    await store.send(.view(.reviewButtonTapped))
    await store.receive(\.inner.quoted)
    #expect(store.state.openQuestions == [.looksLike(contact.address)])
    await store.finish()
  }

  /// Without the contacts it is unknown what the recipient resembles.
  @Test func contactsThatCannotBeReadLeadToNoReview() async throws {
    let store = bench.store(SendBench.state("0.25"))
    store.dependencies.contacts.all = { () throws(JournalFailure) in throw .busy }
    let draft = try SendBench.draft()
    await store.send(.view(.reviewButtonTapped)) { $0.phase = .quoting(draft) }
    await store.receive(\.inner.quoteFailed) { $0.phase = .failed(.journal(.busy)) }
    await store.finish()
  }

  @Test func moreThanTheBalanceIsRefusedWithBothAmounts() async throws {
    let store = bench.store(SendBench.state("1"))
    let draft = try SendBench.draft("1")
    let needed = try draft.amount.adding(Wei(UInt64(202 * 21_000)))
    await store.send(.view(.reviewButtonTapped)) { $0.phase = .quoting(draft) }
    await store.receive(\.inner.quoteFailed) {
      $0.phase = .failed(.notEnough(balance: draft.amount, needed: needed))
    }
    await store.finish()
  }

  @Test func aNodeOnAnotherChainIsRefused() async throws {
    bench.node.answerChainID(.success(5))
    let store = bench.store(SendBench.state("0.25"))
    let draft = try SendBench.draft()
    await store.send(.view(.reviewButtonTapped)) { $0.phase = .quoting(draft) }
    await store.receive(\.inner.quoteFailed) {
      $0.phase = .failed(.node(.wrongChain(expected: SendBench.chainID, actual: 5)))
    }
    // The node returned to the chain: the same form can be tried again.
    await store.send(.view(.reviewButtonTapped)) { $0.phase = .quoting(draft) }
    let quote = try await SendBench.quote(draft)
    await store.receive(\.inner.quoted) { $0.phase = .reviewing(draft, quote) }
    await store.finish()
  }
}
