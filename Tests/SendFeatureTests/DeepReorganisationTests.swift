import ActivityClient
import DevChain
import EthereumPrimitives
import Headrace
import HeadraceTesting
import NodeClient
import Testing

@testable import SendFeature

/// Money, invariant 9: "paid" is never reported for a transaction that the chain does not have now,
/// however deep its block was.
@Suite("Ends past finality")
struct DeepReorganisationTests {
  private let bench = SendBench()

  /// Makes a payment that is final in block 1, on a chain of 13 blocks.
  private func paid() async throws -> Payment {
    let payment = try await bench.recorded()
    let activity = bench.makeActivity()
    _ = try await bench.node.client().sendRawTransaction(payment.current.rawTransaction)
    _ = try await activity.update(payment.id, .handedOver(payment.hash))
    for _ in 1...13 { await bench.node.chain.mine() }
    let inclusion = try #require(await bench.inclusion(of: payment.hash))
    return try await activity.update(payment.id, .settled(inclusion, isFinal: true))
  }

  private func following(
    _ payment: Payment, on node: NodeClient
  ) -> TestStore<FollowPayment.State, FollowPayment.Action> {
    let store = TestStore(initialState: FollowPayment.State(.id(payment.id))) {
      FollowPayment()
    } withDependencies: {
      $0.node = node
      $0.verifier = nil
      $0.activity = bench.makeActivity()
      $0.continuousClock = bench.clock
      $0.date = .constant(SendBench.date)
    }
    store.exhaustivity = .off
    return store
  }

  private func expectLoss(
    of payment: Payment, on node: NodeClient, head: UInt64
  ) async throws {
    let lost = SendMoneyFailure.finalEndLost(payment.hash, block: 1, head: head)
    for action in [FollowPayment.View.looked, .followed] {
      let store = following(payment, on: node)
      await store.send(.view(action))
      await store.receive(\.inner.stopped, lost)
      #expect(store.state.phase == .stopped(payment, lost))
      await store.finish()
    }
    // One node's answer does not reopen the payment, and nothing is sent.
    #expect(try await bench.thePayment() == payment)
    #expect(bench.node.sent == [payment.current.rawTransaction])
  }

  @Test func aFinalEndThatAReorganisationTookIsNotReportedAsPaid() async throws {
    let payment = try await paid()
    await bench.node.chain.reorganise(depth: 13, transactions: .drop)
    for _ in 1...14 { await bench.node.chain.mine() }
    let head = await bench.node.chain.state.head.header.number
    try await expectLoss(of: payment, on: bench.node.client(), head: head)
  }

  /// A development chain that was restarted is shorter at first, and longer later.
  @Test(arguments: [0, 1, 40])
  func aChainThatWasStartedAgainHasNoFinalEnd(blockCount: Int) async throws {
    let payment = try await paid()
    let other = SendBench()
    for _ in 0..<blockCount { await other.node.chain.mine() }
    try await expectLoss(of: payment, on: other.live(), head: UInt64(blockCount))
  }

  @Test func aFinalEndThatTheChainHasIsReportedAgain() async throws {
    let payment = try await paid()
    let store = following(payment, on: bench.live())
    await store.send(.view(.looked))
    await store.receive(\.inner.seen, PaymentStatus(payment: payment, progress: nil))
    await store.send(.view(.followed))
    await store.receive(\.delegate.ended, payment)
    await store.finish()
  }

  /// Nodes delete old receipts, but the block still lists the transaction.
  @Test func aFinalEndWhoseReceiptIsPrunedIsReportedAgain() async throws {
    let payment = try await paid()
    var node = bench.live()
    node.receipt = { _ in nil }
    let store = following(payment, on: node)
    await store.send(.view(.looked))
    await store.receive(\.inner.seen, PaymentStatus(payment: payment, progress: nil))
    await store.finish()
    #expect(try await bench.delivery(node).review(payment, trustsNode: true).payment == payment)
  }

  @Test func aNodeThatDoesNotAnswerDoesNotSayThatItPaid() async throws {
    let payment = try await paid()
    bench.node.fail(.down)
    let store = following(payment, on: bench.node.client())
    await store.send(.view(.looked))
    let unread = PaymentStatus(payment: payment, progress: .nodeFailing(.down))
    await store.receive(\.inner.seen, unread)
    await store.finish()
  }
}
