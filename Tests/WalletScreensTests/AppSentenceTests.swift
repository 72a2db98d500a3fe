import ActivityClient
import EthereumCrypto
import EthereumPrimitives
import SendFeature
import Testing

@testable import WalletCLI

/// A sentence that names a command in the shell names a key or place on a screen in the app.
@Suite struct AppSentenceTests {
  private static func sentences() -> [String] {
    let hash = Hash32(0, 0, 0, 1)
    let stale = OldPayment(payment: ScreenSample.payment(1), at: ScreenSample.now)
    let progresses: [PaymentProgress] = [
      .underpriced(baseFee: 3, ceiling: 2), .waitingForLong(blockCount: 20),
      .waitingForEarlier(accountNonce: 4), .forgotten,
    ]
    let failures = [
      FailureText.notReplaced(.unknownPayment), FailureText.notReplaced(.notOpen(.broadcast)),
      FailureText.submission(.perhapsRecorded(hash, .busy)),
    ]
    return progresses.map { ProgressText.text($0) } + failures.map(\.message)
      + [
        WarningText.text(.undonePayment(hash, secondsAgo: 60)),
        WarningText.text(.releases(stale)),
      ]
  }

  @Test(arguments: Language.allCases)
  func onAScreenNoCommandIsNamed(language: Language) {
    let shell = Speech.$overriding.withValue(language) { Self.sentences() }
    #expect(shell.allSatisfy { $0.contains("wallet ") }, "\(shell)")
    let app = Speech.inApp(language) { Self.sentences() }
    let command = /wallet (status|cancel|activity|wait|speed-up)/
    #expect(app.allSatisfy { !$0.contains(command) }, "\(app)")
    let places = language == .korean ? "활동" : "activity"
    #expect(app.allSatisfy { $0.contains(places) }, "\(app)")
  }
}
