/// Why no nonce was chosen for a payment.
package enum NonceRefusal: Error, Codable, Hashable, Sendable {
  /// The node calls nonces used that no payment explains; the payer may accept that.
  case gap(GapReport)

  /// A block that can't be undone had this payment, and yet the node calls its nonce free: it has
  /// fallen behind, or its chain was started again.
  case chainBehind(PaymentID)

  /// The node counts fewer transactions in blocks and waiting than only in blocks.
  case inconsistent(latest: UInt64, pending: UInt64)

  /// The node counts more transactions that the journal does not know than an account can make.
  case implausible(count: UInt64)

  /// There is no nonce after the last one (EIP-2681).
  case exhausted

  /// The journal could not be read or written.
  case storage(JournalFailure)
}
