import ActivityClient
import EthereumPrimitives
import Headrace
import HeadraceTerminal
import HeadraceTerminalTesting
import HomeFeature
import SendFeature
import Testing
import VaultClient
import WalletApp

@testable import WalletCLI

/// The app's texts about a payment's fee, and about payments that were not made.
@Suite struct PaymentFeeTests {
  private static let states: [(PaymentState, Bool)] = [
    (.signed, true), (.broadcast, true), (.abandoned, false),
    (.replaced(NonceSpent(blockNumber: 1_000, blockHash: .zero)), false),
  ]

  /// Another payment had the nonce, and the sheet named a fee that no block takes.
  @Test(arguments: states)
  func aFeeIsNamedWhereABlockMayTakeIt(state: PaymentState, isNamed: Bool) {
    let payment = ScreenSample.payment(1, state)
    let place = ScreenSample.place(.english, .home(ScreenSample.home(payments: [payment]))) {
      $0.sheet = .line(.payment(payment.id))
    }
    let text = TerminalWalletApp.app(SecretEntry()).grid(place, Size(columns: 80, rows: 24)).text
    #expect(text.contains("Recipient"))
    #expect(text.contains("Fee (at most)") == isNamed, "\(text)")
  }

  /// A person in the app types no options.
  @Test(arguments: Language.allCases)
  func theAppNamesNoOptions(language: Language) {
    let failures: [SendMoneyFailure] = [
      .fee(.feeTooHigh(fee: 2, ceiling: 1)),
      .nonce(.gap(GapReport(expected: 4, nonce: 7, latest: 6, pending: 7))),
      .executionFailed(.zero, isVerified: false), .signing(.journalIsOlder),
    ]
    for failure in failures {
      let said = Speech.inApp(language) { FailureText.failure(failure).message }
      #expect(!said.contains("--"), "\(said)")
      #expect(FailureText.failure(failure).message.contains("--"))
    }
  }
}
