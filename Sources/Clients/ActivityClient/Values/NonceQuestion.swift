package import EthereumPrimitives

/// A node's statement about an account's nonces, for the journal to judge.
package struct NonceQuestion: Hashable, Sendable {
  /// The chain.
  package var chainID: ChainID

  /// The account.
  package var from: Address

  /// How many of the account's transactions are in blocks, according to the node.
  package var latest: UInt64

  /// How many are in blocks or wait without a gap, according to the node.
  package var pending: UInt64

  /// The report that was shown to the payer, who accepts it.
  package var acceptedGap: GapReport?

  /// Asks for the next nonce.
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

/// Nonces that a node calls used and that no payment of the journal explains: another wallet has
/// the same key, or the node lies. A payment behind them may wait, and pay later.
package struct GapReport: Codable, Hashable, Sendable {
  /// The nonce that the journal expected to be the next one.
  package var expected: UInt64

  /// The nonce that the payment would get.
  package var nonce: UInt64

  /// How many transactions are in blocks, according to the node.
  package var latest: UInt64

  /// How many are in blocks or wait, according to the node.
  package var pending: UInt64

  /// Whether unknown transactions are in blocks, and don't only wait.
  package var isSpent: Bool { latest > expected }

  /// Describes a gap.
  package init(expected: UInt64, nonce: UInt64, latest: UInt64, pending: UInt64) {
    self.expected = expected
    self.nonce = nonce
    self.latest = latest
    self.pending = pending
  }
}
