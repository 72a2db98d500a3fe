package import EthereumPrimitives

/// The block that holds a payment, and what it cost there.
package struct PaymentInclusion: Hashable, Sendable {
  /// The block's number.
  package var blockNumber: UInt64

  /// The block's hash.
  package var blockHash: Hash32

  /// How much gas was used.
  package var gasUsed: GasUnits

  /// What each unit of gas cost.
  package var effectiveGasPrice: Wei

  /// Describes an inclusion.
  package init(
    blockNumber: UInt64,
    blockHash: Hash32,
    gasUsed: GasUnits,
    effectiveGasPrice: Wei
  ) {
    self.blockNumber = blockNumber
    self.blockHash = blockHash
    self.gasUsed = gasUsed
    self.effectiveGasPrice = effectiveGasPrice
  }
}
