import ActivityClient
import EthereumPrimitives
import NodeClient
import SendFeature
import Testing

@testable import WalletCLI

/// The exit codes of commands about a recorded payment.
@Suite struct PaymentEndTests {
  /// 75 would mean that nothing is recorded, which is unknown then.
  @Test func aPaymentThatCouldNotBeLookedUpMayBeRecorded() throws {
    #expect(
      FailureText.notLookedUp(.key(try PaymentKey("rent")), FailureText.toldToStop)
        == CommandFailure(
          said:
            "the payment rent could not be looked up, and may be recorded: interrupted before it"
            + " finished", .unknownEnd))
    #expect(
      FailureText.notLookedUp(.transaction(.zero), FailureText.journal(.busy)).status
        == .unknownEnd)
  }

  /// An address in the position of a name may contain a password.
  @Test func anAddressInThePlaceOfANameIsNotRepeated() throws {
    let key = try PaymentKey("http://ann:hunter2@node.example/key")
    #expect(FailureText.unknown(.key(key)).message == "no payment … is recorded here")
    let told = FailureText.notLookedUp(.key(key), FailureText.toldToStop).message
    #expect(told.hasPrefix("the payment … could not be looked up"))
  }

  /// The original may be in a block: a cancellation that does not wait is not done then.
  @Test func aCancellationIsDoneOnlyWhereNothingElseIsInABlock() throws {
    var payment = try PaymentTextsTests.payment()
    let inclusion = PaymentInclusion(
      transactionHash: .zero, blockNumber: 1, blockHash: .zero, gasUsed: 21_000,
      effectiveGasPrice: 1)
    payment.state = .included(inclusion)
    let end = PaymentWaitEnd(stage: .open(payment, nil), reason: .done)
    let patience = PaymentPatience(waitsForEnd: false)
    #expect(try end.payment(patience, node: "n") == payment)
    #expect(
      throws: FailureText.unknownEnd(
        payment, "not known: a block has the payment, and not its cancellation")
    ) { try end.payment(patience, node: "n", wanted: .cancel) }
    payment.state = .broadcast
    let pending = PaymentWaitEnd(stage: .open(payment, nil), reason: .done)
    #expect(
      throws: FailureText.unknownEnd(
        payment, "not known: the payment is pending again, and nothing cancels it")
    ) { try pending.payment(patience, node: "n", wanted: .cancel) }
    payment.transactions.append(payment.transactions[0])
    payment.transactions[1].role = .cancel
    let cancelling = PaymentWaitEnd(stage: .open(payment, nil), reason: .done)
    #expect(try cancelling.payment(patience, node: "n", wanted: .cancel) == payment)
    #expect(
      throws: FailureText.unknownEnd(payment, "not known: the payment is being cancelled")
    ) { try cancelling.payment(patience, node: "n") }
  }

  @Test func anEndThatWasNotReadAgainIsMarked() throws {
    var ended = try PaymentTextsTests.payment(
      state: .confirmed(
        PaymentInclusion(
          transactionHash: .zero, blockNumber: 7, blockHash: .zero, gasUsed: 21_000,
          effectiveGasPrice: 1)))
    let status = PaymentStatus(payment: ended, progress: .nodeBehind(head: 3, needed: 7))
    #expect(!status.isReadAgain)
    let failure = CommandFailure(
      said:
        "the payment \(ended.hash.hex) is recorded, but its outcome was not read again: waiting for the"
        + " node, which is at block 3 and must come to 7 (or see 'wallet repair')",
      .nodeUnavailable,
      payment: ended.hash)
    #expect(throws: failure) { try FailureText.check(status, node: "the node") }
    // A command that waits for it ends the same way.
    let patience = PaymentPatience(seconds: 20)
    let end = PaymentWaitEnd(stage: .open(ended, status.progress), reason: .timeOver)
    #expect(throws: failure) { try end.payment(patience, node: "the node") }
    let told = PaymentWaitEnd(stage: .open(ended, nil), reason: .stopped)
    #expect(throws: CommandFailure.self) { try told.payment(patience, node: "the node") }
    #expect(PaymentStatus(payment: ended, progress: nil).isReadAgain)
    try FailureText.check(PaymentStatus(payment: ended, progress: nil), node: "the node")
    // The end of a final one is asked for again if there is a second node.
    ended.isFinal = true
    #expect(!PaymentStatus(payment: ended, progress: .verifierDisagreeing).isReadAgain)
  }
}
