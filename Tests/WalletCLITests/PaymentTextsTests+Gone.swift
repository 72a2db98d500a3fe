import ActivityClient
import EthereumPrimitives
import NodeClient
import SendFeature
import Testing

@testable import WalletCLI

// MARK: - What Is Not There

extension PaymentTextsTests {
  @Test func unrecordedPaymentsAreReported() throws {
    #expect(
      FailureText.unknown(.key(try PaymentKey("rent")))
        == CommandFailure(said: "no payment rent is recorded here", .usage))
    #expect(
      FailureText.unknown(.transaction(.zero))
        == CommandFailure(said: "no payment \(Hash32.zero.hex) is recorded here", .usage))
  }

  @Test func aPaymentThatNoNodeHasIsReported() {
    #expect(
      ProgressText.text(.forgotten, node: "n", failing: 12)
        == "no node has the payment any more; 'wallet wait' sends it again, 'wallet cancel' cancels it"
    )
  }
}

// MARK: - Why There Is No End Yet

extension PaymentTextsTests {
  /// Sentences about the end of a wait said that something continued, or lasted "for 0 s".
  @Test func settledPaymentsAreNotReportedAsPending() {
    let down = NodeError.unreachable(endpoint: "e", reason: "r")
    let table: [(PaymentProgress?, String)] = [
      (nil, "n may not have it"),
      (.handingOver, "n may not have it"),
      (.nodeFailing(down), "waiting for n (unreachable)"),
      (.verifierFailing(down), "waiting for the second node (unreachable)"),
      (.nodeInconsistent(.noHead), "n contradicts itself"),
      (.chainMoving, "the chain's newest block changed in the meantime"),
      (.refused(NodeRefusal(code: 1, message: "no\n")), "n does not accept the payment (no\\u{a})"),
      (.waitingForBlock, "waiting for a block that has the payment"),
    ]
    for (progress, text) in table {
      #expect(ProgressText.reason(progress, node: "n") == text)
    }
  }

  /// An open payment was reported as read although the node contradicted itself.
  @Test func contradictoryAnswersOfANodeAreNotRead() throws {
    var payment = try Self.payment()
    payment.state = .broadcast
    let status = PaymentStatus(payment: payment, progress: .nodeInconsistent(.noHead))
    #expect(!status.isReadAgain)
    let failure = CommandFailure(
      said:
        "the payment \(payment.hash.hex) is recorded, but its outcome was not read again: n contradicts"
        + " itself",
      .nodeUnavailable, payment: payment.hash)
    #expect(throws: failure) { try FailureText.check(status, node: "n") }
  }
}
