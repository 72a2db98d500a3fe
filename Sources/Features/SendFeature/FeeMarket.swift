import EthereumPrimitives
import NodeClient

/// The price that others pay for gas, according to all nodes.
struct FeeMarket: Equatable, Sendable {
  /// The base fee of the next block.
  let baseFee: Wei
  /// The tip of a speed; if no tips were paid, the one that the nodes recommend.
  let tip: Wei

  /// The maximum factor between the base fees of two nodes that are a few blocks apart: a block
  /// raises it by an eighth at most.
  static let baseFeeFactorMax: UInt64 = 2

  /// Asks for base fee and tips.
  ///
  /// A node could report any price up to the owner's ceiling. If there is a second node, the lower
  /// of the two base fees counts, and the lower of the two tips; the ceiling of the tip also
  /// follows from that base fee. So a single node can make a payment slow, but not expensive.
  ///
  /// - Throws: `SendMoneyFailure.noFees`, `SecondOpinion.baseFee`, or the error of a request.
  static func read(
    _ node: NodeClient, _ verifier: NodeClient?, _ speed: FeeSpeed
  ) async throws -> FeeMarket {
    let market = try await read(node, speed)
    guard let verifier else { return market }
    let other = try await read(verifier, speed)
    let (low, high) = (min(market.baseFee, other.baseFee), max(market.baseFee, other.baseFee))
    guard isNear(low, high) else {
      throw SecondOpinion.baseFee(first: market.baseFee, second: other.baseFee)
    }
    return FeeMarket(baseFee: low, tip: min(market.tip, other.tip))
  }

  /// Asks one node; if no tips were paid, the node recommends one.
  private static func read(_ node: NodeClient, _ speed: FeeSpeed) async throws -> FeeMarket {
    let history = try await node.feeHistory(FeeHistoryQuery())
    guard let baseFee = history.nextBaseFeePerGas else { throw SendMoneyFailure.noFees }
    if let tip = history.paidTip(of: speed) {
      return FeeMarket(baseFee: baseFee, tip: tip)
    }
    return FeeMarket(baseFee: baseFee, tip: try await node.maxPriorityFeePerGas())
  }

  private static func isNear(_ low: Wei, _ high: Wei) -> Bool {
    do throws(AmountError) {
      return try low.multiplied(by: baseFeeFactorMax) >= high
    } catch {
      return true
    }
  }
}

extension FeeHistory {
  /// Returns the tip that others paid at a speed; nil if no tips were paid.
  func paidTip(of speed: FeeSpeed) -> Wei? {
    medianReward(at: speed.percentileIndex).flatMap { $0 == .zero ? nil : $0 }
  }
}
