package import EthereumPrimitives

/// The block that holds a transaction of a payment, and what it cost there.
package struct PaymentInclusion: Codable, Hashable, Sendable {
  /// The outcome of a transaction in its block.
  package enum Outcome: String, Codable, Hashable, Sendable {
    /// It did what it was for.
    case succeeded
    /// It was undone; its fee is spent.
    case undone
  }

  /// Which transaction of the family it is.
  package var transactionHash: Hash32

  /// Whether it did what it was for.
  package var outcome: Outcome

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
    transactionHash: Hash32, outcome: Outcome = .succeeded, blockNumber: UInt64,
    blockHash: Hash32, gasUsed: GasUnits, effectiveGasPrice: Wei
  ) {
    self.transactionHash = transactionHash
    self.outcome = outcome
    self.blockNumber = blockNumber
    self.blockHash = blockHash
    self.gasUsed = gasUsed
    self.effectiveGasPrice = effectiveGasPrice
  }
}

/// Blocks that spent a nonce with a transaction that is not of the family.
package struct NonceSpent: Codable, Hashable, Sendable {
  /// The transaction that spent it, if it is known.
  package var by: Hash32?

  /// The number of the block in which the nonce was spent, or by whose end it was.
  package var blockNumber: UInt64

  /// That block's hash.
  package var blockHash: Hash32

  /// Describes what spent a nonce.
  package init(by: Hash32? = nil, blockNumber: UInt64, blockHash: Hash32) {
    self.by = by
    self.blockNumber = blockNumber
    self.blockHash = blockHash
  }
}
