package import EthereumPrimitives

/// A payment's name in the journal: the hash of its signed transaction.
package struct PaymentID: Hashable, Sendable {
  /// The transaction's hash.
  package let transactionHash: Hash32

  /// Names a payment by its transaction.
  package init(transactionHash: Hash32) {
    self.transactionHash = transactionHash
  }
}
