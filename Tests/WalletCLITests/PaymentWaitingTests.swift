import ActivityClient
import EthereumPrimitives
import Headrace
import NodeClient
import SendFeature
import Synchronization
import Testing

@testable import WalletCLI

/// The messages for people while a command waits, and its end.
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
  @Test func waitingIsReportedAsAnObjectToAProgram() {
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

  private static let inclusion = PaymentInclusion(
    transactionHash: .zero, blockNumber: 7, blockHash: Hash32(0, 0, 0, 7), gasUsed: 21_000,
    effectiveGasPrice: 1)

  private static let dead = NodeError.unreachable(endpoint: "e", reason: "r")

  /// A command that should not wait waited for a minute, because a second node was dead.
  @Test(arguments: [PaymentProgress.verifierFailing(dead), .nodeFailing(dead)])
  func aFinalEndIsTakenWhereANodeIsDead(progress: PaymentProgress) throws {
    let patience = PaymentPatience(waitsForEnd: false)
    let narrator = WaitNarrator(node: "n", patience: patience)
    var payment = try PaymentTextsTests.payment()
    payment.state = .confirmed(Self.inclusion)
    #expect(narrator.reason(toEndAt: .open(payment, progress)) == nil, "it may be gone")
    payment.isFinal = true
    #expect(narrator.reason(toEndAt: .open(payment, progress)) == .done)
    let waiting = WaitNarrator(node: "n", patience: PaymentPatience())
    #expect(waiting.reason(toEndAt: .open(payment, progress)) == nil)
    let end = { (payment: Payment) in
      try PaymentWaitEnd(stage: .open(payment, progress), reason: .done)
        .payment(patience, node: "n")
    }
    #expect(try end(payment) == payment)
    payment.state = .reverted(Self.inclusion)
    #expect(throws: CommandFailure.self) { try end(payment) }
  }

  /// It ended before any node was asked, also if both nodes would have reported the payment as
  /// gone.
  @Test(
    arguments: [
      nil, .verifierDisagreeing, .chainMoving, .nodeBehind(head: 1, needed: 7),
      .nodeInconsistent(.noHead),
    ] as [PaymentProgress?])
  func aFinalEndIsNotTakenBeforeTheNodesAreAsked(progress: PaymentProgress?) throws {
    let narrator = WaitNarrator(node: "n", patience: PaymentPatience(waitsForEnd: false))
    var payment = try PaymentTextsTests.payment()
    payment.state = .confirmed(Self.inclusion)
    payment.isFinal = true
    #expect(narrator.reason(toEndAt: .open(payment, progress)) == nil)
    #expect(narrator.reason(toEndAt: .ended(payment)) == .done)
  }

  /// A program reads the end that the exit code states, and none that may be obsolete.
  @Test(arguments: [true, false])
  func aFinalEndIsAnnouncedWhereItIsTaken(waitsForEnd: Bool) throws {
    let lines = Mutex<[String]>([])
    let terminal = Terminal(
      writeLine: { line in lines.withLock { $0.append(line) } }, writeError: { _ in })
    let announcer = PaymentAnnouncer<PaymentStage, Int>(
      terminal, json: true, tellsHash: false, waitsForEnd: waitsForEnd, stage: { $0 },
      earlier: { _ in [] }, changed: { _ in })
    var payment = try PaymentTextsTests.payment()
    payment.state = .confirmed(Self.inclusion)
    payment.isFinal = true
    let doubts: [PaymentProgress?] = [nil, .verifierDisagreeing]
    for progress in doubts {
      announcer.actionReduced(0, id: ActionID(1), state: .open(payment, progress))
    }
    #expect(lines.withLock { $0.isEmpty })
    for _ in 1...2 {
      announcer.actionReduced(
        0, id: ActionID(2), state: .open(payment, .verifierFailing(Self.dead)))
    }
    let events = waitsForEnd ? [] : [PaymentLineText.event("confirmed", payment)]
    #expect(lines.withLock { $0 } == events)
  }

  /// Without waiting, a command ends when a node has the payment, and not before.
  @Test func aCommandThatDoesNotWaitEndsWhenANodeHasThePayment() throws {
    let narrator = WaitNarrator(node: "n", patience: PaymentPatience(waitsForEnd: false))
    var payment = try PaymentTextsTests.payment()
    #expect(narrator.reason(toEndAt: .open(payment, nil)) == nil)
    // It had the payment once; the next look shows whether it has it now.
    payment.transactions[0].wasTaken = true
    #expect(narrator.reason(toEndAt: .open(payment, nil)) == nil)
    #expect(narrator.reason(toEndAt: .open(payment, .handingOver)) == nil)
    #expect(narrator.reason(toEndAt: .open(payment, .waitingForBlock)) == .done)
    #expect(
      WaitNarrator(node: "n", patience: PaymentPatience()).reason(toEndAt: .open(payment, nil))
        == nil)
  }

  /// It waited for ten minutes if a second node did not see the payment's block.
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
    // If no node has it, the wait ends after a minute.
    for _ in 1..<60 { _ = narrator.second(at: .open(payment, .chainMoving)) }
    #expect(!narrator.isOver)
    _ = narrator.second(at: .open(payment, .chainMoving))
    #expect(narrator.isOver)
  }
}
