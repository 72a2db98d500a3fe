/// Why a payment was not recorded; it must not be broadcast.
package enum RecordRefusal: Error, Hashable, Sendable {
  /// A payment of the account on that chain has the nonce; signed meanwhile, by another wallet.
  case nonceTaken(by: PaymentID)

  /// A block had this payment, and yet the node calls its nonce free: it has fallen behind, or its
  /// chain was started anew. What is paid next would wait for nonces that nobody uses.
  case chainBehind(PaymentID)

  /// The signed transaction says something else than the payment's description.
  case mismatch(PaymentField)

  /// The journal could not be read or written.
  case storage(JournalFailure)
}
