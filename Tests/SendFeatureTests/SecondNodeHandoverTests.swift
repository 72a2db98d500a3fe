import ActivityClient
import DevChain
import EthereumPrimitives
import NodeClient
import Testing

@testable import SendFeature

/// Money, invariant 2: a retry sends the same bytes, and it sends them to both nodes.
@Suite("Bytes for the second node")
struct SecondNodeHandoverTests {
  private let bench = SendBench()
  private let second = SendBench()

  /// The payment waited for a block for ever: its bytes were only sent to the node that refused it.
  @Test func theSecondNodeGetsWhatTheFirstOneRefuses() async throws {
    let payment = try await bench.recorded()
    bench.node.answer(.refused("transaction rejected by policy"))
    let delivery = bench.delivery(bench.node.client(), verifier: second.node.client())
    #expect(try await progress(delivery) == .waitingForBlock)
    #expect(bench.node.sent == [payment.current.rawTransaction])
    #expect(second.node.sent == [payment.current.rawTransaction])
    #expect(try await bench.thePayment().current.wasTaken)
    #expect(try await bench.thePayment().lastRefusal == nil)
  }

  @Test func theSecondNodeGetsWhatDidNotReachTheFirstOne() async throws {
    let payment = try await bench.recorded()
    bench.node.answer(.error(.down))
    let delivery = bench.delivery(bench.node.client(), verifier: second.node.client())
    _ = try await progress(delivery)
    #expect(second.node.sent == [payment.current.rawTransaction])
  }

  /// A node may accept the bytes, and lose them.
  @Test func theSecondNodeGetsWhatTheFirstOneTookAndLost() async throws {
    let payment = try await bench.recorded()
    let delivery = bench.delivery(bench.node.client(), verifier: second.node.client())
    _ = try await progress(delivery)
    #expect(bench.node.sent.count == 1 && second.node.sent == [])
    await bench.node.chain.forgetPool()
    _ = try await progress(delivery)
    #expect(bench.node.sent == Array(repeating: payment.current.rawTransaction, count: 2))
    #expect(second.node.sent == [payment.current.rawTransaction])
  }

  @Test func theFirstNodesRefusalIsKeptWhereTheSecondOneRefusesToo() async throws {
    let payment = try await bench.recorded()
    bench.node.answer(.refused("rejected by policy"))
    second.node.answer(.refused("rejected, too"))
    let delivery = bench.delivery(bench.node.client(), verifier: second.node.client())
    let refusal = NodeRefusal(code: -32_000, message: "rejected by policy")
    #expect(try await progress(delivery) == .refused(refusal))
    #expect(second.node.sent == [payment.current.rawTransaction])
  }

  /// Bytes that are copied to another chain could pay there.
  @Test func aSecondNodeOfAnotherChainGetsNothing() async throws {
    _ = try await bench.recorded()
    bench.node.answer(.refused("rejected by policy"))
    second.node.answerChainID(.success(1))
    _ = try await progress(bench.delivery(bench.node.client(), verifier: second.node.client()))
    #expect(second.node.sent == [])
  }

  private func progress(_ delivery: PaymentDelivery) async throws -> PaymentProgress? {
    try await bench.progress(delivery)
  }
}
