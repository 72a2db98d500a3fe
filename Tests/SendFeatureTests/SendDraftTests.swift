import EthereumCrypto
import EthereumPrimitives
import SendFeature
import Testing
import VaultClient

@Suite("SendDraft")
struct SendDraftTests {
  private func draft(to recipient: String, _ amount: String) throws(SendMoneyFailure) -> SendDraft {
    try SendDraft(
      recipientText: recipient, amountText: amount, account: SendBench.account,
      chainID: SendBench.chainID, speed: .slow)
  }

  @Test func typedAmountsAreExactToTheWei() throws {
    let draft = try draft(to: SendBench.recipient, "1.000000000000000001")
    #expect(draft.amount == 1_000_000_000_000_000_001)
    #expect(draft.recipient.checksummed == SendBench.recipient)
    #expect(draft.account == SendBench.account)
    #expect(draft.chainID == SendBench.chainID)
    #expect(draft.speed == .slow)
  }

  @Test(
    arguments: [
      ("0.000000000000000001", 1),
      ("0.1", 100_000_000_000_000_000),
      ("1", 1_000_000_000_000_000_000),
      ("1.0", 1_000_000_000_000_000_000),
      ("0.123456789012345678", 123_456_789_012_345_678),
    ] as [(String, Wei)])
  func amountsAreAccepted(text: String, amount: Wei) throws {
    #expect(try draft(to: SendBench.recipient, text).amount == amount)
  }

  @Test(arguments: [
    ("", SendMoneyFailure.amountMissing),
    ("0", .amountZero),
    ("0.0", .amountZero),
    ("0.000000000000000000", .amountZero),
    ("0.0000000000000000001", .amount(.tooManyFractionDigits(found: 19, max: 18))),
    ("1.0000000000000000000", .amount(.tooManyFractionDigits(found: 19, max: 18))),
    ("-1", .amount(.notANumber)),
    ("-0", .amount(.notANumber)),
    ("+1", .amount(.notANumber)),
    ("1.", .amount(.notANumber)),
    (".5", .amount(.notANumber)),
    (".", .amount(.notANumber)),
    ("1.2.3", .amount(.notANumber)),
    ("1,5", .amount(.notANumber)),
    (" 1", .amount(.notANumber)),
    ("1 ", .amount(.notANumber)),
    ("1e3", .amount(.notANumber)),
    ("0x1", .amount(.notANumber)),
    ("١", .amount(.notANumber)),
    ("NaN", .amount(.notANumber)),
  ])
  func amountsAreRefused(text: String, failure: SendMoneyFailure) {
    #expect(throws: failure) { try draft(to: SendBench.recipient, text) }
  }

  /// 2²⁵⁶ − 1 wei is the largest amount.
  @Test func theLargestAmountIsAcceptedAndTheNextRefused() throws {
    let largest =
      "115792089237316195423570985008687907853269984665640564039457.584007913129639935"
    #expect(try draft(to: SendBench.recipient, largest).amount == .max)
    let next = "115792089237316195423570985008687907853269984665640564039457.584007913129639936"
    #expect(throws: SendMoneyFailure.amount(.overflow)) { try draft(to: SendBench.recipient, next) }
  }

  @Test(arguments: [
    ("", AddressError.missingPrefix),
    ("5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", .missingPrefix),
    ("0x", .wrongDigitCount(found: 0)),
    ("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe", .wrongDigitCount(found: 39)),
    ("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed0", .wrongDigitCount(found: 41)),
    ("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg", .notADigit(position: 42)),
    ("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD", .wrongChecksum(expected: SendBench.recipient)),
  ])
  func recipientsAreRefused(text: String, error: AddressError) {
    #expect(throws: SendMoneyFailure.recipient(error)) { try draft(to: text, "1") }
  }

  /// Without a checksum nothing can be checked, so the review shows how the input was read.
  @Test(arguments: [
    "0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", " 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed\n",
    "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed", "0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED",
  ])
  func pastedRecipientsAreUnderstood(text: String) throws {
    #expect(try draft(to: text, "1").recipient.checksummed == SendBench.recipient)
  }

  /// Its key is unknown: anything sent there is lost.
  @Test func theZeroAddressIsRefused() {
    #expect(throws: SendMoneyFailure.recipientIsZero) {
      try draft(to: "0x0000000000000000000000000000000000000000", "1")
    }
  }

  @Test func everythingIsTypedAsMax() throws {
    let draft = try draft(to: SendBench.recipient, "max")
    #expect(draft.isEverything)
    #expect(draft.amount == .zero)
    #expect(try !self.draft(to: SendBench.recipient, "1").isEverything)
    let paying = draft.paying(7)
    #expect(paying.amount == 7)
    #expect(paying.isEverything)
    #expect(paying.recipient == draft.recipient)
  }

  @Test(arguments: ["Max", "MAX", "max ", "all"])
  func otherWordsAreNoAmount(text: String) {
    #expect(throws: SendMoneyFailure.amount(.notANumber)) {
      try draft(to: SendBench.recipient, text)
    }
  }

  @Test func theRecipientIsLookedAtBeforeTheAmount() {
    #expect(throws: SendMoneyFailure.recipient(.missingPrefix)) { try draft(to: "", "") }
  }
}
