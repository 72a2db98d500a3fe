package import EthereumPrimitives

/// The header fields of a block that the wallet uses, and the hashes of its transactions.
package struct NodeBlock: Equatable, Sendable {
  package var number: UInt64
  package var hash: Hash32
  package var parentHash: Hash32
  /// The Unix time in seconds.
  package var timestampSeconds: UInt64
  /// The base fee; nil for blocks from before EIP-1559.
  package var baseFeePerGas: Wei?
  package var gasLimit: GasUnits
  package var gasUsed: GasUnits
  /// The account that received the tips.
  package var feeRecipient: Address
  package var transactionHashes: [Hash32]

  package init(
    number: UInt64, hash: Hash32, parentHash: Hash32, timestampSeconds: UInt64,
    baseFeePerGas: Wei?, gasLimit: GasUnits, gasUsed: GasUnits, feeRecipient: Address,
    transactionHashes: [Hash32]
  ) {
    self.number = number
    self.hash = hash
    self.parentHash = parentHash
    self.timestampSeconds = timestampSeconds
    self.baseFeePerGas = baseFeePerGas
    self.gasLimit = gasLimit
    self.gasUsed = gasUsed
    self.feeRecipient = feeRecipient
    self.transactionHashes = transactionHashes
  }
}
