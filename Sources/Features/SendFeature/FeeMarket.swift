import EthereumPrimitives
import NodeClient

/// What others pay for gas, according to all nodes.
struct FeeMarket: Equatable, Sendable {
  /// The base fee of the next block.
  let baseFee: Wei
  /// The tip of a speed; nothing if no tips were paid.
  let tip: Wei

  /// Two nodes that are a few blocks apart name base fees that differ by up to this factor: a block
  /// raises it by an eighth at most.
  static let baseFeeFactorMax: UInt64 = 2

  /// Asks for base fee and tips.
  ///
  /// A node could name any price up to the owner's ceiling. If there is a second node, the lower of
  /// both base fees counts, and the ceiling of the tip is also measured by it.
  ///
  /// - Throws: `SendMoneyFailure.noFees`, `SecondOpinion.baseFee`, or the error of a request.
  static func read(
    _ node: NodeClient, _ verifier: NodeClient?, _ speed: FeeSpeed
  ) async throws -> FeeMarket {
    let history = try await node.feeHistory(FeeHistoryQuery())
    guard var baseFee = history.nextBaseFeePerGas else { throw SendMoneyFailure.noFees }
    if let verifier {
      let other = try await verifier.feeHistory(FeeHistoryQuery()).nextBaseFeePerGas
      guard let other else { throw SendMoneyFailure.noFees }
      let (low, high) = (min(baseFee, other), max(baseFee, other))
      guard isNear(low, high) else {
        throw SecondOpinion.baseFee(first: baseFee, second: other)
      }
      baseFee = low
    }
    return FeeMarket(
      baseFee: baseFee, tip: history.medianReward(at: speed.percentileIndex) ?? .zero)
  }

  private static func isNear(_ low: Wei, _ high: Wei) -> Bool {
    do throws(AmountError) {
      return try low.multiplied(by: baseFeeFactorMax) >= high
    } catch {
      return true
    }
  }
}
