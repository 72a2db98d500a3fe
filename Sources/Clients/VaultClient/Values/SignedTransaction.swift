package import EthereumPrimitives

/// A transaction that can be broadcast.
package struct SignedTransaction: Hashable, Sendable {
  /// The encoded envelope, as `eth_sendRawTransaction` takes it.
  package let rawTransaction: [UInt8]

  /// What nodes and explorers call the transaction by.
  package let hash: Hash32

  /// Describes a signed transaction, as a vault or a test does.
  package init(rawTransaction: [UInt8], hash: Hash32) {
    self.rawTransaction = rawTransaction
    self.hash = hash
  }
}
