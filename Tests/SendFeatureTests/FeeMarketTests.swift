import ActivityClient
import EthereumPrimitives
import NodeClient
import SendFeature
import Testing
import VaultClient

/// Money, invariant 1: no single node's answer sets a price.
@Suite("Fee market")
struct FeeMarketTests {
  private let bench = SendBench()

  /// Returns a node that names this base fee, and a tip.
  private func node(baseFee: Wei?, tip: Wei = 2) -> NodeClient {
    var node = bench.node.client()
    node.feeHistory = { _ in
      FeeHistory(
        oldestBlock: 1, baseFeesPerGas: baseFee.map { [$0] } ?? [], gasUsedRatios: [0.5],
        rewards: [[tip, tip, tip]])
    }
    return node
  }

  private func quote(_ node: NodeClient, _ verifier: NodeClient?) async throws -> SendQuote {
    try await SendQuote(
      QuoteInquiry(
        node: node, verifier: verifier, activity: bench.makeActivity(), now: SendBench.date),
      for: try SendBench.draft())
  }

  /// Their answers may differ by a few blocks; the lower one counts.
  @Test(arguments: [(100, 100, 100), (200, 100, 100), (100, 200, 100)] as [(Wei, Wei, Wei)])
  func theLowerBaseFeeOfTwoNodesCounts(first: Wei, second: Wei, used: Wei) async throws {
    let quote = try await quote(node(baseFee: first), node(baseFee: second))
    #expect(quote.baseFee == used)
  }

  @Test(arguments: [(201, 100), (100, 201)] as [(Wei, Wei)])
  func baseFeesThatAreFarApartAreRefused(first: Wei, second: Wei) async throws {
    let opinion = SecondOpinion.baseFee(first: first, second: second)
    await #expect(throws: opinion) {
      try await quote(node(baseFee: first), node(baseFee: second))
    }
    let payment = try await bench.recorded()
    await #expect(throws: opinion) {
      try await ReplacementQuote(
        asking: node(baseFee: first), verifier: node(baseFee: second), bench.makeActivity(),
        toReplace: payment, as: .speedUp, speed: .normal, policy: .standard)
    }
    // A single node is contradicted by no other.
    #expect(try await quote(node(baseFee: first), nil).baseFee == first)
  }

  /// 190 gwei and a tip of ten times that passed: the tip is limited by both nodes' answers.
  @Test func theTipIsMeasuredByTheLowerBaseFee() async throws {
    let gwei = Wei(1_000_000_000)
    let tip = try gwei.multiplied(by: 15)
    let (low, high) = (gwei, try gwei.multiplied(by: 2))
    #expect(try await quote(node(baseFee: high, tip: tip), nil).maxPriorityFeePerGas == tip)
    await #expect(throws: FeeRefusal.tipTooHigh(tip: tip, ceiling: try gwei.multiplied(by: 10))) {
      try await quote(node(baseFee: high, tip: tip), node(baseFee: low, tip: tip))
    }
  }

  /// A single node can make a payment slow, which a higher fee fixes, but not expensive.
  @Test(arguments: [(90, 2, 2), (2, 90, 2), (2, 2, 2)] as [(Wei, Wei, Wei)])
  func theLowerTipOfTwoNodesCounts(first: Wei, second: Wei, used: Wei) async throws {
    let (one, two) = (node(baseFee: 100, tip: first), node(baseFee: 100, tip: second))
    #expect(try await quote(one, two).maxPriorityFeePerGas == used)
    #expect(try await quote(one, nil).maxPriorityFeePerGas == first)
    let payment = try await bench.recorded()
    let faster = try await ReplacementQuote(
      asking: one, verifier: two, bench.makeActivity(), toReplace: payment, as: .speedUp,
      speed: .normal, policy: .standard)
    // A tenth more than the signed tip of 2 wei.
    #expect(faster.offer.tip == 3)
  }

  /// If blocks have no tips, each node names one, and the lower one counts.
  @Test func aRecommendedTipNeedsBothNodesToo() async throws {
    var dear = node(baseFee: 100, tip: 0)
    dear.maxPriorityFeePerGas = { 90 }
    var cheap = node(baseFee: 100, tip: 0)
    cheap.maxPriorityFeePerGas = { 7 }
    #expect(try await quote(dear, cheap).maxPriorityFeePerGas == 7)
    #expect(try await quote(cheap, dear).maxPriorityFeePerGas == 7)
    #expect(try await quote(dear, node(baseFee: 100, tip: 5)).maxPriorityFeePerGas == 5)
  }

  @Test func aSecondNodeWithoutABaseFeeIsRefused() async {
    await #expect(throws: SendMoneyFailure.noFees) {
      try await quote(node(baseFee: 100), node(baseFee: nil))
    }
  }
}
