import ActivityClient
import DevChain
import EthereumPrimitives
import Foundation
import Headrace
import HeadraceTesting
import NodeClient
import Testing

@testable import SendFeature

/// One look at an end in the journal; simulated worlds found each of these.
@Suite struct EndReviewTests {
  private let bench = SendBench()

  /// Makes a payment with an end that no look has found final yet.
  private func ended() async throws -> Payment {
    _ = try await bench.recorded()
    _ = try await bench.progress()
    for _ in 1...3 { await bench.node.chain.mine() }
    #expect(try await bench.progress() == nil)
    for _ in 1...12 { await bench.node.chain.mine() }
    let ended = try await bench.thePayment()
    #expect(!ended.state.isUnresolved && !ended.isFinal)
    return ended
  }

  /// On a chain where every block is immediately final, a look during which a block arrived found
  /// nothing final.
  @Test(arguments: [(1, true), (2, true), (11, true), (12, false)])
  func blocksThatComeDuringALookAreFinalToo(count: Int, isFinal: Bool) async throws {
    let ended = try await ended()
    let (live, chain) = (bench.live(), bench.node.chain)
    var node = live
    node.block = { tag in
      if tag == .finalized { for _ in 0..<count { await chain.mine() } }
      return try await live.block(at: tag)
    }
    let (judgement, payment) = try await bench.delivery(node).review(ended)
    #expect(payment.isFinal == isFinal)
    guard case .stands = judgement else {
      Issue.record("The end does not stand: \(judgement)")
      return
    }
  }

  /// It does not follow the block that was looked at.
  @Test func aLaterBlockOfAnotherChainMakesNothingFinal() async throws {
    let ended = try await ended()
    let live = bench.live()
    var node = live
    node.block = { tag in
      let block = try await live.block(at: tag == .finalized ? .latest : tag)
      guard tag == .finalized, let block else { return block }
      return NodeBlock(
        number: block.number + 1, hash: Hash32(7, 7, 7, 7), parentHash: Hash32(6, 6, 6, 6),
        timestampSeconds: block.timestampSeconds, baseFeePerGas: block.baseFeePerGas,
        gasLimit: block.gasLimit, gasUsed: block.gasUsed, feeRecipient: block.feeRecipient,
        transactionHashes: [])
    }
    let (judgement, payment) = try await bench.delivery(node).review(ended)
    #expect(judgement == .stands(nil) && !payment.isFinal)
  }

  /// One of two nodes behind an address calls a block of another chain final and shows it once.
  ///
  /// The other one shows a block of that number that does follow.
  @Test func aLaterBlockThatOneOfTwoNodesCallsFinalMakesNothingFinal() async throws {
    let ended = try await ended()
    let (live, chain) = (bench.live(), bench.node.chain)
    let next = await chain.state.head.header.number + 1
    let isFirst = LockIsolated(true)
    var node = live
    node.block = { tag in
      guard tag == .finalized || tag == .number(next) else { return try await live.block(at: tag) }
      if tag == .finalized { await chain.mine() }
      var block = try await live.block(at: .number(next))
      if tag == .finalized || isFirst.value {
        block?.hash = Hash32(7, 7, 7, 7)
        block?.parentHash = Hash32(6, 6, 6, 6)
      }
      if tag != .finalized { isFirst.setValue(false) }
      return block
    }
    let (judgement, payment) = try await bench.delivery(node).review(ended)
    #expect(judgement == .stands(nil) && !payment.isFinal)
    #expect(!isFirst.value)
  }

  /// A repair's data from before another process found the end is obsolete.
  @Test func anEndThatWasFoundInTheMeantimeStaysOne() async throws {
    let ended = try await ended()
    var forged = try #require(ended.state.inclusion)
    forged.outcome = .undone
    let (judgement, payment) = try await bench.delivery().review(ended.with(.included(forged)))
    #expect(judgement == .unknown(.chainMoving))
    #expect(payment == ended)
    #expect(try await bench.thePayment() == ended)
  }

  /// Another process first found that the end was reverted; this one follows the payment, too.
  @Test func anEndThatAnotherProcessFoundRevertedIsReverted() async throws {
    let ended = try await ended()
    var forged = try #require(ended.state.inclusion)
    forged.outcome = .undone
    let open = try await bench.makeActivity().update(ended.id, ended.reorganised)
    #expect(open.state == .broadcast)
    let (judgement, payment) = try await bench.delivery().review(ended.with(.included(forged)))
    #expect(judgement == .gone)
    #expect(payment == open)
  }

  /// A payment's history shows whether it had an end; damage there does not stop the payment.
  @Test func aPaymentWithAnUnreadableHistoryContinues() async throws {
    let signed = try await bench.recorded()
    let store = bench.resuming()
    store.exhaustivity = .off
    store.dependencies.activity.history = { _ throws(JournalFailure) in
      throw .corrupt(path: "payments.sqlite")
    }
    await store.send(.view(.started))
    await store.receive(\.delegate.resumed, [signed])
    await store.skipInFlightEffects(strict: false)
  }

  /// It was reported as not paid, its reorganised blocks have reverted that, and no node knows it:
  /// it waits for its owner, who must learn why.
  @Test func anOldPaymentThatLostItsEndIsReportedAsOpen() async throws {
    let signed = try await bench.recorded()
    let activity = bench.makeActivity()
    let spent = NonceSpent(by: .zero, blockNumber: 7, blockHash: .zero)
    _ = try await activity.update(signed.id, .replaced(spent, isFinal: false))
    let open = try await activity.update(signed.id, .reorganised())
    let later = SendBench.date.addingTimeInterval(24 * 3_600)
    let store = bench.resuming(at: later)
    store.exhaustivity = .off
    await store.send(.view(.started))
    await store.receive(\.delegate.reopened, open)
    await store.receive(\.delegate.stale, [OldPayment(payment: open, at: later)])
    await store.skipInFlightEffects(strict: false)
  }
}
