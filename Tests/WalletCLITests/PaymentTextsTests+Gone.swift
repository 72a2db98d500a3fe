import ActivityClient
import EthereumPrimitives
import SendFeature
import Testing

@testable import WalletCLI

// MARK: - What Is Not There

extension PaymentTextsTests {
  @Test func whatIsNotRecordedIsSaid() throws {
    #expect(
      FailureTexts.unknown(.key(try PaymentKey("rent")))
        == CommandFailure(said: "no payment rent is recorded here", .usage))
    #expect(
      FailureTexts.unknown(.transaction(.zero))
        == CommandFailure(said: "no payment \(Hash32.zero.hex) is recorded here", .usage))
  }

  @Test func aPaymentThatNoNodeHasIsSaid() {
    #expect(
      ProgressTexts.text(.forgotten, node: "n", failing: 12)
        == "no node has the payment any more; 'wallet wait' sends it again, 'wallet cancel' ends it"
    )
  }
}
