package import EthereumPrimitives

/// The block that contains a transaction of a payment, and its cost there.
package struct PaymentInclusion: Codable, Hashable, Sendable {
  /// The outcome of a transaction in its block.
  package enum Outcome: String, Codable, Hashable, Sendable {
    /// The transaction succeeded.
    case succeeded
    /// The transaction was undone; its fee is spent.
    case undone
  }

  /// The hash of the transaction in the family.
  package var transactionHash: Hash32

  /// The outcome.
  package var outcome: Outcome

  /// The block's number.
  package var blockNumber: UInt64

  /// The block's hash.
  package var blockHash: Hash32

  /// The gas used.
  package var gasUsed: GasUnits

  /// The price of each unit of gas.
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

  /// Describes the spending of a nonce.
  package init(by: Hash32? = nil, blockNumber: UInt64, blockHash: Hash32) {
    self.by = by
    self.blockNumber = blockNumber
    self.blockHash = blockHash
  }
}
