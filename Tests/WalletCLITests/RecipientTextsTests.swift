import ActivityClient
import ContactsClient
import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions
import HomeFeature
import SendFeature
import Testing

@testable import WalletCLI

/// The texts about typed recipients, word for word, with the program's exit codes.
@Suite struct RecipientTextsTests {
  static let refusals: [(RecipientRefusal, String)] = [
    (.address(.missingPrefix), "expected an address that begins with 0x"),
    (
      .request(.repeatedValue), "the payment request can't be paid: it gives its value twice"
    ),
    (
      .otherChain(found: 137, expected: 1),
      "the payment request is for chain 137; expected chain 1"
    ),
    (.link, "the link has no address that can be read; expected the address itself"),
    (
      .unclearName([]),
      "the name could mean ; expected a name exactly as it is saved, or an address"
    ),
    (
      .otherAmount(1_000_000_000_000_000_000),
      "the payment request asks for 1 ETH; expected that amount, or the address alone"
    ),
  ]

  static let sending: [SendMoneyFailure] =
    refusals.map { .recipientRefused($0.0) } + [.notReplaced(.cancelling)]
  static let lookUp: [LookUpBalanceFailure] = refusals.map { .recipient($0.0) }

  @Test(arguments: refusals.indices)
  func aRefusedRecipientHasItsText(index: Int) {
    let (refusal, text) = Self.refusals[index]
    #expect(RecipientText.text(of: refusal) == text)
    let failure = CommandFailure(said: text, .refused)
    #expect(FailureText.failure(SendMoneyFailure.recipientRefused(refusal)) == failure)
    #expect(FailureText.failure(LookUpBalanceFailure.recipient(refusal)) == failure)
  }

  @Test func aNameThatIsUnclearListsWhatItCouldMean() throws {
    let bob = Contact(name: try ContactName("Bob"), address: .zero)
    #expect(
      RecipientText.text(of: .unclearName([bob]))
        == "the name could mean Bob (0x0000000000000000000000000000000000000000);"
        + " expected a name exactly as it is saved, or an address")
  }

  @Test func aPaymentThatIsBeingCancelledHasItsText() {
    #expect(
      FailureText.notReplaced(.cancelling)
        == CommandFailure(
          said: "the payment is being cancelled and can't be made faster; 'wallet cancel' again"
            + " offers a higher fee for that", .refused))
  }
}
