/// The reason no nonce was chosen for a payment.
package enum NonceRefusal: Error, Codable, Hashable, Sendable {
  /// The node counts nonces as used that no payment explains; the payer may accept that.
  case gap(GapReport)

  /// A block that can't be undone contained this payment, but the node reports its nonce as free:
  /// it has fallen behind, or its chain was restarted.
  case chainBehind(PaymentID)

  /// The node counts fewer transactions in blocks and waiting than in blocks alone.
  case inconsistent(latest: UInt64, pending: UInt64)

  /// The node counts more unknown transactions than an account can make.
  case implausible(count: UInt64)

  /// There is no nonce after the last one (EIP-2681).
  case exhausted

  /// The journal could not be read or written.
  case storage(JournalFailure)
}
