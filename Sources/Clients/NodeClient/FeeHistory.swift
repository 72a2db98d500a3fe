package import EthereumPrimitives

/// The blocks and the tip percentiles in a request for `eth_feeHistory`.
package struct FeeHistoryQuery: Equatable, Sendable {
  /// The number of blocks, from 1 to 1,024; nodes return fewer if the chain is shorter.
  package var blockCount: Int
  /// The newest of these blocks.
  package var newest: BlockTag
  /// Percentiles of the tips paid in a block, weighted by gas, increasing, each from 0 to 100.
  package var percentiles: [Double]

  /// Creates a query; the defaults are those of the wallet's fee quote.
  package init(
    blockCount: Int = 10, newest: BlockTag = .latest, percentiles: [Double] = [10, 50, 90]
  ) {
    self.blockCount = blockCount
    self.newest = newest
    self.percentiles = percentiles
  }
}

/// Base fees and tips of consecutive blocks.
///
/// - SeeAlso: EIP-1559; `eth_feeHistory` in the execution API.
package struct FeeHistory: Equatable, Sendable {
  /// The number of the first reported block.
  package var oldestBlock: UInt64
  /// The base fee per gas of each block, and finally of the block after them.
  package var baseFeesPerGas: [Wei]
  /// The gas used divided by the gas limit of each block, from 0 to 1.
  package var gasUsedRatios: [Double]
  /// For each block, the tip per gas at each requested percentile; zeros for an empty block.
  package var rewards: [[Wei]]

  package init(
    oldestBlock: UInt64, baseFeesPerGas: [Wei], gasUsedRatios: [Double], rewards: [[Wei]]
  ) {
    self.oldestBlock = oldestBlock
    self.baseFeesPerGas = baseFeesPerGas
    self.gasUsedRatios = gasUsedRatios
    self.rewards = rewards
  }

  /// The base fee per gas of the block after the newest reported one; nil if the history is empty.
  package var nextBaseFeePerGas: Wei? { baseFeesPerGas.last }

  /// Returns the median of the tips at one percentile, over the blocks with transactions.
  ///
  /// Empty blocks don't count: they report zero, which says nothing about what others pay.
  ///
  /// - Parameter index: The position of the percentile in the query.
  /// - Returns: The lower median, or nil if no block has a transaction.
  package func medianReward(at index: Int) -> Wei? {
    let tips = zip(gasUsedRatios, rewards)
      .filter { ratio, row in ratio > 0 && row.indices.contains(index) }
      .map { $1[index] }
      .sorted()
    return tips.isEmpty ? nil : tips[(tips.count - 1) / 2]
  }
}
