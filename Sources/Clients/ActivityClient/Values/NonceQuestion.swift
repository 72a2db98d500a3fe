package import EthereumPrimitives

/// A node's counts for an account's nonces, which the journal checks.
package struct NonceQuestion: Hashable, Sendable {
  /// The chain.
  package var chainID: ChainID

  /// The account.
  package var from: Address

  /// The number of the account's transactions in blocks, according to the node.
  package var latest: UInt64

  /// The number in blocks or waiting without a gap, according to the node.
  package var pending: UInt64

  /// The report that was shown to the payer and accepted.
  package var acceptedGap: GapReport?

  /// Creates a request for the next nonce.
  package init(
    chainID: ChainID, from: Address, latest: UInt64, pending: UInt64,
    acceptedGap: GapReport? = nil
  ) {
    self.chainID = chainID
    self.from = from
    self.latest = latest
    self.pending = pending
    self.acceptedGap = acceptedGap
  }
}

/// Nonces that a node counts as used and that no payment of the journal explains.
///
/// Another wallet has the same key, or the node lies. A payment after them may wait, and pay later.
package struct GapReport: Codable, Hashable, Sendable {
  /// The nonce that the journal expected next.
  package var expected: UInt64

  /// The nonce that the payment would get.
  package var nonce: UInt64

  /// The number of transactions in blocks, according to the node.
  package var latest: UInt64

  /// The number in blocks or waiting, according to the node.
  package var pending: UInt64

  /// True if unknown transactions are in blocks, not only waiting.
  package var isSpent: Bool { latest > expected }

  /// Describes a gap.
  package init(expected: UInt64, nonce: UInt64, latest: UInt64, pending: UInt64) {
    self.expected = expected
    self.nonce = nonce
    self.latest = latest
    self.pending = pending
  }
}
