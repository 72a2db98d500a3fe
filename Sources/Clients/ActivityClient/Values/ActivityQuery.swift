package import EthereumPrimitives

/// A query for payments.
package struct ActivityQuery: Hashable, Sendable {
  /// Only payments by this account; nil for all.
  package var from: Address?

  /// Only payments on this chain; nil for all.
  package var chainID: ChainID?

  /// The number of payments to skip.
  package var offset: Int

  /// The maximum number of payments.
  package var limit: Int

  /// Creates a query for a page of payments, 20 by default.
  package init(from: Address? = nil, chainID: ChainID? = nil, offset: Int = 0, limit: Int = 20) {
    self.from = from
    self.chainID = chainID
    self.offset = offset
    self.limit = limit
  }
}
