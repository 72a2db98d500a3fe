package import EthereumPrimitives

/// A block, with the payments made by its transactions.
package struct BlockTransfers: Equatable, Sendable {
  /// The payment made by one transaction, whose receipt says whether it was reverted.
  package struct Transfer: Equatable, Sendable {
    /// The transaction.
    package var hash: Hash32
    /// The payer.
    package var from: Address
    /// The recipient; nil if it creates a contract.
    package var to: Address?
    /// The amount.
    package var value: Wei

    /// Describes a transaction's payment.
    package init(hash: Hash32, from: Address, to: Address?, value: Wei) {
      self.hash = hash
      self.from = from
      self.to = to
      self.value = value
    }
  }

  /// The block's number.
  package var number: UInt64
  /// The block's hash.
  package var hash: Hash32
  /// The hash of the block before it.
  package var parentHash: Hash32
  /// The Unix time in seconds.
  package var timestampSeconds: UInt64
  /// The transactions' payments, in order.
  package var transfers: [Transfer]

  /// Describes a block.
  package init(
    number: UInt64, hash: Hash32, parentHash: Hash32, timestampSeconds: UInt64,
    transfers: [Transfer]
  ) {
    self.number = number
    self.hash = hash
    self.parentHash = parentHash
    self.timestampSeconds = timestampSeconds
    self.transfers = transfers
  }
}
