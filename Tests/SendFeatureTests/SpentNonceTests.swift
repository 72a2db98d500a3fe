import ActivityClient
import DevChain
import EthereumPrimitives
import NodeClient
import Testing

@testable import SendFeature

/// The evidence that ends a payment whose nonce another transaction spent.
@Suite("Spent nonces")
struct SpentNonceTests {
  private let bench = SendBench()

  private var chain: DevChain { bench.node.chain }

  private func live() -> NodeClient { bench.live() }

  private func delivery(_ node: NodeClient? = nil, verifier: NodeClient? = nil) -> PaymentDelivery {
    bench.delivery(node, verifier: verifier)
  }

  private func progress(_ delivery: PaymentDelivery? = nil) async throws -> PaymentProgress? {
    try await bench.progress(delivery)
  }

  private func state() async throws -> PaymentState { try await bench.thePayment().state }

  /// A node that only counts higher would make a payment "replaced" that is then paid twice.
  ///
  /// And two honest nodes count higher without its receipt if both have deleted old ones.
  @Test func countsWithoutATransactionEndNothing() async throws {
    _ = try await bench.recorded()
    _ = try await progress()
    for _ in 1...20 {
      _ = try await progress()
      await chain.forgetPool()
      await chain.mine()
    }
    var node = live()
    let live = node
    node.nonce = { address, tag in try await live.nonce(of: address, at: tag) + 9 }
    #expect(try await progress(delivery(node)) == .nonceSpent(needed: 3))
    #expect(try await progress(delivery(node, verifier: live)) == .verifierDisagreeing)
    #expect(try await state() == .broadcast)
    #expect(try await progress(delivery(node, verifier: node)) == .nonceSpent(needed: 3))
    #expect(try await state() == .broadcast)
  }

  /// The first node has deleted the old block's transactions; the second one has them.
  @Test func aTransactionThatEitherNodeNamesEndsAPaymentThatBothCountAsReplaced() async throws {
    let payment = try await bench.recorded()
    _ = try await bench.makeActivity().update(payment.id, .handedOver(payment.hash))
    let quote = try await SendBench.quote(SendBench.draft())
    let rival = SendBench.payment(try SendBench.draft("0.125"), quote)
    _ = try await live().sendRawTransaction(rival.current.rawTransaction)
    for _ in 1...4 { await chain.mine() }
    let full = live()
    var pruned = full
    pruned.transaction = { _ in nil }
    #expect(try await progress(delivery(pruned)) == .nonceSpent(needed: 3))
    #expect(try await progress(delivery(pruned, verifier: pruned)) == .nonceSpent(needed: 3))
    #expect(try await state() == .broadcast)
    let block = await chain.state.blocks[1]
    #expect(try await progress(delivery(pruned, verifier: full)) == nil)
    #expect(
      try await state()
        == .replaced(NonceSpent(by: rival.hash, blockNumber: 1, blockHash: block.hash)))
  }
}
