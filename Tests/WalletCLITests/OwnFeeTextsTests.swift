import EthereumPrimitives
import SendFeature
import Testing

@testable import WalletCLI

/// The messages about a rejected custom fee.
@Suite struct OwnFeeTextsTests {
  static let failures: [(SendMoneyFailure, String)] = [
    (.ownFee(.maxFeePerGas(.notANumber)), "Enter the fee in gwei, for example 1.5."),
    (.ownFee(.tip(.notANumber)), "Enter the tip in gwei, for example 1.5."),
    (
      .ownFee(.tipAboveMaxFee(tip: 2_000_000_000, maxFeePerGas: 1_500_000_000)),
      "The tip is part of the fee: at most 1.5 gwei."
    ),
    (
      .ownFee(.belowBaseFee(maxFeePerGas: 1_000_000_000, baseFee: 1_500_000_000)),
      "No block accepts this fee now; enter at least 1.5 gwei."
    ),
    (
      .ownFee(.ceiling(.notANumber)), "The fee is too large to be an amount of ether."
    ),
  ]

  @Test(arguments: failures)
  func eachRefusalHasItsSentence(failure: SendMoneyFailure, text: String) {
    #expect(FailureText.failure(failure).message == text)
  }
}
