import ActivityClient
import EthereumPrimitives
import Foundation
import Testing

/// The updates of a payment: blocks decide, and nodes do not.
@Suite struct ActivityUpdateTests {
  private let bench = ActivityBench()
  private let sample = Sample()
  private var hash: Hash32 { sample.hash }
  private let refusal = NodeRefusal(code: -32_000, message: "some words")

  /// Records the sample, and applies the events to it.
  private func payment(_ events: PaymentEvent...) async throws -> Payment {
    let client = bench.makeClient()
    var payment = try await client.record(sample)
    for event in events { payment = try await client.update(sample.id, event) }
    return payment
  }

  private func impossible(_ event: PaymentEvent, _ state: PaymentState) async {
    await #expect(throws: UpdateRefusal.impossible(from: state), "\(event)") {
      try await bench.makeClient().update(sample.id, event)
    }
  }

  @Test func nothingThatANodeSaysEndsAPayment() async throws {
    let payment = try await payment(
      .handedOver(hash), .refused(hash, refusal),
      .refused(hash, NodeRefusal(code: 1, message: "x")),
      .refused(hash, refusal))
    #expect(payment.state == .broadcast)
    #expect(payment.lastRefusal == refusal)
    #expect(payment.mayBeKnown && !payment.wasTaken)
    #expect(try await bench.makeClient().nextNonce(0) == 1)
    let taken = try await bench.makeClient().update(sample.id, .taken(hash))
    #expect(taken.state == .broadcast && taken.wasTaken && taken.lastRefusal == nil)
  }

  @Test func blocksEndAPaymentAndOtherBlocksOpenItAgain() async throws {
    var payment = try await payment(.handedOver(hash), .included(.sample(7)))
    #expect(payment.state == .included(.sample(7)))
    #expect(payment.state.isUnresolved)
    let client = bench.makeClient()
    payment = try await client.update(sample.id, .settled(.sample(7), isFinal: false))
    #expect(payment.state == .confirmed(.sample(7)))
    #expect(!payment.isFinal)
    // The head fell back a little: no news.
    #expect(try await client.update(sample.id, .included(.sample(7))) == payment)
    payment = try await client.update(sample.id, .reorganised())
    #expect(payment.state == .broadcast)
    payment = try await client.update(sample.id, .settled(.sample(8), isFinal: true))
    #expect(payment.state == .confirmed(.sample(8)))
    #expect(payment.isFinal)
    #expect(try await client.reviewable(1337) == [])
    await impossible(.settled(.sample(9), isFinal: true), payment.state)
    await impossible(
      .replaced(NonceSpent(blockNumber: 9, blockHash: .zero), isFinal: true), payment.state)
    // Only its owner reopens it, by declaring that this node is the one to trust.
    payment = try await client.update(sample.id, .reorganised())
    #expect(payment.state == .broadcast && !payment.isFinal)
  }

  /// Every node refused it, and a block had it anyway: the network has seen it.
  @Test func minedPaymentsWereAccepted() async throws {
    let refusal = NodeRefusal(code: -32_000, message: "txpool is full")
    let confirmed = try await payment(
      .handedOver(hash), .refused(hash, refusal), .settled(.sample(7), isFinal: false))
    #expect(!confirmed.wasTaken)
    let open = try await bench.makeClient().update(sample.id, .reorganised())
    #expect(open.state == .broadcast && open.wasTaken && open.lastRefusal == nil)
    #expect(try await bench.makeClient().payment(.id(sample.id)) == open)
  }

  /// Another process found another end since, or found that the end is final.
  @Test func outdatedVerdictsReopenNothing() async throws {
    let judged = try await payment(.handedOver(hash), .settled(.sample(7), isFinal: false))
    let client = bench.makeClient()
    _ = try await client.update(sample.id, .settled(.sample(8), isFinal: false))
    await impossible(judged.reorganised, .confirmed(.sample(8)))
    let again = try await client.update(sample.id, .settled(.sample(7), isFinal: true))
    #expect(again.isFinal)
    await impossible(judged.reorganised, .confirmed(.sample(7)))
    let open = try await client.update(sample.id, again.reorganised)
    #expect(open.state == .broadcast && !open.isFinal)
    await impossible(again.reorganised, .broadcast)
  }

  @Test func whichEndItIsFollowsFromTheTransactionInTheBlock() async throws {
    let client = bench.makeClient()
    _ = try await client.record(sample)
    let cancel = PaymentTransaction.replacement(.cancel)
    _ = try await client.replace(sample.id, cancel)
    let ends: [(PaymentInclusion, PaymentState)] = [
      (.sample(of: hash), .confirmed(.sample(of: hash))),
      (.sample(of: hash, .undone), .reverted(.sample(of: hash, .undone))),
      (.sample(of: cancel.hash), .cancelled(.sample(of: cancel.hash))),
      (.sample(of: cancel.hash, .undone), .cancelled(.sample(of: cancel.hash, .undone))),
    ]
    for (inclusion, end) in ends {
      let payment = try await client.update(sample.id, .settled(inclusion, isFinal: false))
      #expect(payment.state == end)
      #expect(payment.hash == inclusion.transactionHash)
      _ = try await client.update(sample.id, .reorganised())
    }
    await #expect(throws: UpdateRefusal.unknownPayment) {
      try await client.update(sample.id, .settled(.sample(of: .zero), isFinal: false))
    }
  }

  @Test func aNonceThatOthersSpentEndsAPaymentUntilABlockHasIt() async throws {
    let spent = NonceSpent(by: .zero, blockNumber: 9, blockHash: .zero)
    var payment = try await payment(.handedOver(hash), .replaced(spent, isFinal: false))
    #expect(payment.state == .replaced(spent))
    let client = bench.makeClient()
    let later = NonceSpent(blockNumber: 10, blockHash: .zero)
    #expect(try await client.update(sample.id, .replaced(later, isFinal: false)) == payment)
    payment = try await client.update(sample.id, .replaced(later, isFinal: true))
    #expect(payment.state == .replaced(later) && payment.isFinal)
    _ = try await client.update(sample.id, .reorganised())
    payment = try await client.update(sample.id, .included(.sample()))
    #expect(payment.state == .included(.sample()))
    await impossible(.replaced(spent, isFinal: false), .included(.sample()))
  }

  // MARK: - Abandoning

  @Test func aPaymentOfWhichNothingLeftCanBeEndedAndIsNotKept() async throws {
    let payment = try await payment(.abandoned)
    #expect(payment.state == .abandoned)
    #expect(payment.current.rawTransaction == [])
    let client = bench.makeClient()
    #expect(try await client.nextNonce(0) == 0)
    #expect(try await client.update(sample.id, .abandoned) == payment)
    for event in [
      PaymentEvent.handedOver(hash), .taken(hash), .refused(hash, refusal), .reorganised(),
    ] {
      await impossible(event, .abandoned)
    }
    // Its nonce is free again.
    _ = try await client.record(Sample(variant: 1))
  }

  /// Signing is deterministic: the same payment signed again has the same bytes, and its owner was
  /// told that they never pay.
  @Test func anAbandonedPaymentIsNotRecordedAgain() async throws {
    let ended = try await payment(.abandoned)
    await #expect(throws: RecordRefusal.nonceTaken(by: sample.id)) {
      try await bench.makeClient().record(sample)
    }
    #expect(try await bench.makeClient().payment(.id(sample.id)) == ended)
    #expect(try await bench.makeClient().nextNonce(0) == 0)
    #expect(try await bench.makeClient().history(sample.id).count == 2)
  }

  @Test func possiblySentPaymentsCannotBeAbandoned() async throws {
    _ = try await payment(.handedOver(hash))
    await impossible(.abandoned, .broadcast)
    _ = try await bench.makeClient().update(sample.id, .included(.sample()))
    await impossible(.abandoned, .included(.sample()))
  }

  /// The transaction that cancels a payment may have been sent, though the original was not.
  @Test func aFamilyIsAbandonedOnlyWhenNothingOfItLeft() async throws {
    let client = bench.makeClient()
    _ = try await client.record(sample)
    let cancel = PaymentTransaction.replacement(.cancel)
    _ = try await client.replace(sample.id, cancel)
    _ = try await client.update(sample.id, .handedOver(cancel.hash))
    await impossible(.abandoned, .broadcast)
  }

  // MARK: - History

  @Test func everyChangeIsInTheHistoryAndNoNewsIsNot() async throws {
    let client = bench.makeClient()
    _ = try await client.record(sample)
    let faster = PaymentTransaction.replacement(.speedUp)
    _ = try await client.replace(sample.id, faster)
    let spent = NonceSpent(by: .zero, blockNumber: 9, blockHash: .zero)
    let events: [PaymentEvent] = [
      .handedOver(hash), .refused(hash, refusal), .taken(hash), .handedOver(faster.hash),
      .included(.sample()), .reorganised(), .replaced(spent, isFinal: false), .reorganised(),
      .settled(.sample(of: faster.hash, .undone), isFinal: false),
      .settled(.sample(of: faster.hash, .undone), isFinal: true),
    ]
    for event in events {
      bench.advance(milliseconds: 1)
      let payment = try await client.update(sample.id, event)
      if event != .reorganised() {
        #expect(try await client.update(sample.id, event) == payment, "\(event) again")
      }
    }
    let history = try await client.history(sample.id)
    #expect(
      history.map(\.kind)
        == [.recorded(.original, hash), .recorded(.speedUp, faster.hash)]
        + events.map(PaymentNote.Kind.event))
    #expect(history.map(\.date) == history.map(\.date).sorted())
    #expect(try await client.payment(.id(sample.id))?.updatedAt == history[10].date)
  }

  @Test func aNodesWordsAreCut() async throws {
    let long = NodeRefusal(code: 1, message: String(repeating: "é", count: 2_000))
    #expect(
      try await payment(.handedOver(hash), .refused(hash, long)).lastRefusal?.message.count == 1_000
    )
  }

  @Test func anUnknownPaymentIsReported() async throws {
    _ = try await payment()
    let client = bench.makeClient()
    await #expect(throws: UpdateRefusal.unknownPayment) {
      try await client.update(PaymentID(transactionHash: .zero), .reorganised())
    }
    await #expect(throws: UpdateRefusal.unknownPayment) {
      try await client.update(sample.id, .handedOver(.zero))
    }
  }
}
