import ActivityClient
import EthereumPrimitives
import NodeClient
import SendFeature
import Synchronization
import Testing

@testable import WalletCLI

/// What people are told while a command waits, and when it ends.
@Suite struct PaymentWaitingTests {
  @Test func silenceIsBrokenAfterTwoSecondsAndAgainAfterThirty() {
    var report = SilenceReport()
    #expect(report.line(afterSecondOf: "a 1") == nil)
    #expect(report.line(afterSecondOf: "a 2") == "a 2")
    for second in 3...31 { #expect(report.line(afterSecondOf: "a \(second)") == nil) }
    #expect(report.line(afterSecondOf: "a 32") == "a 32")
    #expect(report.line(afterSecondOf: "b") == nil)
    #expect(report.line(afterSecondOf: "b") == "b")
  }

  /// A program that reads standard error finds an object in every line.
  @Test func waitingIsToldAsAnObjectWhereAProgramReads() {
    let lines = Mutex<[String]>([])
    let terminal = Terminal(
      writeLine: { _ in }, writeError: { line in lines.withLock { $0.append(line) } })
    terminal.tellWaiting("asking \"n\"", json: false)
    terminal.tellWaiting("asking \"n\"", json: true)
    #expect(
      lines.withLock { $0 } == [
        #"asking "n""#, #"{"event":"waiting","for":"asking \"n\""}"#,
      ])
  }

  @Test func aWaitHasItsEnd() throws {
    var narrator = WaitNarrator(node: "the node", patience: PaymentPatience(seconds: 2))
    let open = PaymentStage.open(
      try PaymentTextsTests.payment(), .nodeFailing(.unreachable(endpoint: "e", reason: "r")))
    #expect(narrator.second(at: .preparing) == nil)
    #expect(narrator.second(at: .preparing) == "asking the node, and signing")
    #expect(!narrator.isOver)
    #expect(narrator.second(at: open) == nil)
    #expect(narrator.text(at: open) == "waiting for the node (unreachable for 1 s)")
    #expect(!narrator.isOver)
    #expect(narrator.second(at: open) == "waiting for the node (unreachable for 2 s)")
    #expect(narrator.isOver)
    #expect(narrator.reason(toEndAt: open) == nil)
    #expect(narrator.reason(toEndAt: .ended(try PaymentTextsTests.payment())) == .done)
  }

  /// A command that was not to wait did so for a minute, because a second node was dead.
  @Test func aFinalEndNeedsNoNode() throws {
    let narrator = WaitNarrator(node: "n", patience: PaymentPatience(waitsForEnd: false))
    var payment = try PaymentTextsTests.payment()
    let inclusion = PaymentInclusion(
      transactionHash: payment.hash, blockNumber: 7, blockHash: Hash32(0, 0, 0, 7),
      gasUsed: 21_000, effectiveGasPrice: 1)
    payment.state = .confirmed(inclusion)
    #expect(narrator.reason(toEndAt: .open(payment, nil)) == nil, "it may be gone")
    payment.isFinal = true
    #expect(narrator.reason(toEndAt: .open(payment, nil)) == .done)
    #expect(
      WaitNarrator(node: "n", patience: PaymentPatience()).reason(toEndAt: .open(payment, nil))
        == nil)
    let patience = PaymentPatience(waitsForEnd: false)
    let end = { (payment: Payment) in
      try PaymentWaitEnd(stage: .open(payment, nil), reason: .done).payment(patience, node: "n")
    }
    #expect(try end(payment) == payment)
    payment.state = .reverted(inclusion)
    #expect(throws: CommandFailure.self) { try end(payment) }
  }

  /// Without waiting, a command ends when a node has the payment, and not before.
  @Test func aCommandThatDoesNotWaitEndsWhenANodeHasThePayment() throws {
    let narrator = WaitNarrator(node: "n", patience: PaymentPatience(waitsForEnd: false))
    var payment = try PaymentTextsTests.payment()
    #expect(narrator.reason(toEndAt: .open(payment, nil)) == nil)
    // It had the payment once; whether it has it now is seen at the next look.
    payment.transactions[0].wasTaken = true
    #expect(narrator.reason(toEndAt: .open(payment, nil)) == nil)
    #expect(narrator.reason(toEndAt: .open(payment, .handingOver)) == nil)
    #expect(narrator.reason(toEndAt: .open(payment, .waitingForBlock)) == .done)
    #expect(
      WaitNarrator(node: "n", patience: PaymentPatience()).reason(toEndAt: .open(payment, nil))
        == nil)
  }

  /// It waited for ten minutes where a second node did not see the payment's block.
  @Test func aCommandThatDoesNotWaitDoesNotWaitForASecondNode() throws {
    var narrator = WaitNarrator(node: "n", patience: PaymentPatience(waitsForEnd: false))
    var payment = try PaymentTextsTests.payment()
    payment.state = .broadcast
    let doubts: [PaymentProgress] = [
      .verifierDisagreeing, .verifierFailing(.unreachable(endpoint: "e", reason: "r")),
    ]
    for doubt in doubts { #expect(narrator.reason(toEndAt: .open(payment, doubt)) == nil) }
    payment.state = .included(
      PaymentInclusion(
        transactionHash: payment.hash, outcome: .succeeded, blockNumber: 1, blockHash: .zero,
        gasUsed: 21_000, effectiveGasPrice: 1))
    for doubt in doubts { #expect(narrator.reason(toEndAt: .open(payment, doubt)) == .done) }
    #expect(narrator.reason(toEndAt: .open(payment, .failureUnproved)) == .done)
    // Where no node has it, a minute is the end of the wait.
    for _ in 1..<60 { _ = narrator.second(at: .open(payment, .chainMoving)) }
    #expect(!narrator.isOver)
    _ = narrator.second(at: .open(payment, .chainMoving))
    #expect(narrator.isOver)
  }
}
