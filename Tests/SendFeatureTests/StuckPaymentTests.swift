import ActivityClient
import DevChain
import EthereumPrimitives
import JSONRPC
import NodeClient
import Testing

@testable import SendFeature

/// What is told of a payment that no block takes, of a depth that is made up, and of a payment that
/// is said to have failed.
@Suite("Stuck payments, and depth")
struct StuckPaymentTests {
  private let bench = SendBench()

  /// The node, with another price of gas in its newest block.
  private func node(baseFee: Wei?) -> NodeClient {
    let live = bench.live()
    var node = live
    node.block = { tag in
      var block = try await live.block(at: tag)
      block?.baseFeePerGas = baseFee
      return block
    }
    return node
  }

  /// At the ceiling a block can take it; one wei above none can.
  @Test func aBaseFeeAboveTheCeilingIsTold() async throws {
    let payment = try await bench.recorded()
    _ = try await bench.progress()
    let ceiling = payment.current.maxFeePerGas
    let over = try ceiling.adding(1)
    #expect(try await bench.progress(bench.delivery(node(baseFee: ceiling))) == .waitingForBlock)
    #expect(try await bench.progress(bench.delivery(node(baseFee: nil))) == .waitingForBlock)
    #expect(
      try await bench.progress(bench.delivery(node(baseFee: over)))
        == .underpriced(baseFee: over, ceiling: ceiling))
    #expect(try await bench.thePayment().state == .broadcast)
  }

  /// A payment that waits for another one is not stuck by its own fee.
  @Test func aPaymentBehindAnotherWaitsForThatOne() async throws {
    _ = try await bench.recorded(nonce: 1)
    let over = Wei(1_000_000_000_000)
    #expect(
      try await bench.progress(bench.delivery(node(baseFee: over)))
        == .waitingForEarlier(accountNonce: 0))
  }

  /// Twelve blocks without the payment are long, eleven are not; a new fee starts anew.
  @Test func blocksThatComeWithoutThePaymentAreCounted() async throws {
    let payment = try await bench.recorded()
    var machine = PaymentDeliveryMachine(
      payment.taken, policy: SendBench.deliveryPolicy, hasVerifier: false)
    func progress(at number: UInt64) -> PaymentProgress? {
      let look = ChainLook(
        head: .init(number: number, hash: .zero), accountNonce: 0, isWaiting: true)
      guard case .pause(_, let progress) = machine.receive(.saw(look)) else { return nil }
      return progress
    }
    #expect(progress(at: 5) == .waitingForBlock)
    #expect(progress(at: 16) == .waitingForBlock)
    #expect(progress(at: 17) == .waitingForLong(blockCount: 12))
    // A reorganisation to a shorter chain.
    #expect(progress(at: 3) == .waitingForBlock)
    #expect(progress(at: 15) == .waitingForLong(blockCount: 12))
    var faster = payment.taken
    faster.transactions.append(try await bench.faster(payment))
    _ = machine.receive(.waited(faster))
    #expect(progress(at: 15) == .waitingForBlock)
  }

  // MARK: - Depth

  /// A replica of a longer chain says which block is the newest; no block of it lies upon the
  /// payment's.
  @Test(arguments: [2, 3])
  func aLongerChainMakesNoBlockDeeper(number: UInt64) async throws {
    _ = try await deeplyRecorded()
    let live = bench.live()
    var node = live
    node.block = { tag in
      var block = try await live.block(at: tag)
      if tag == .number(number) { block?.parentHash = .zero }
      return block
    }
    #expect(
      try await bench.progress(bench.delivery(node))
        == .nodeInconsistent(.blockUponAnother(number: number)))
    node.block = { tag in
      tag == .number(number) ? nil : try await live.block(at: tag)
    }
    #expect(
      try await bench.progress(bench.delivery(node))
        == .nodeInconsistent(.blockUponAnother(number: number)))
    #expect(try await bench.progress() == nil)
  }

  // MARK: - Failures

  private func failing(code: [UInt8]?) -> NodeClient {
    let live = bench.live()
    var node = live
    node.receipt = { hash in
      var receipt = try await live.receipt(hash)
      receipt?.outcome = .failed
      return receipt
    }
    node.code = { _, _ in
      guard let code else {
        throw NodeError.refused(
          method: "eth_getCode", RPCError(code: -32_000, message: "missing trie node"))
      }
      return code
    }
    return node
  }

  private func deeplyRecorded() async throws -> Payment {
    let payment = try await bench.recorded()
    _ = try await bench.progress()
    for _ in 1...3 { await bench.node.chain.mine() }
    return payment
  }

  /// Ether that goes to an account without code arrives: nothing there can fail. A node that says
  /// otherwise would make its owner pay again.
  @Test func aFailureWithoutCodeIsNoEnd() async throws {
    let payment = try await deeplyRecorded()
    #expect(
      try await bench.progress(bench.delivery(failing(code: [])))
        == .nodeInconsistent(.impossibleFailure(payment.hash)))
    #expect(try await bench.thePayment().state == .broadcast)
    #expect(try await bench.progress() == nil)
    #expect(try await bench.thePayment().state.inclusion?.outcome == .succeeded)
  }

  /// With code it is one, and also where the node does not know the old state any more.
  @Test(arguments: [[UInt8(0xfe)], nil])
  func aFailureOfCodeIsAnEnd(code: [UInt8]?) async throws {
    _ = try await deeplyRecorded()
    #expect(try await bench.progress(bench.delivery(failing(code: code))) == nil)
    guard case .reverted(let inclusion) = try await bench.thePayment().state else {
      Issue.record("The payment is \(try await bench.thePayment().state)")
      return
    }
    #expect(inclusion.blockNumber == 1)
  }
}
