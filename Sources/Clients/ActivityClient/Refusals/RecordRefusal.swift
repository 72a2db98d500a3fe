package import EthereumPrimitives

/// Why a payment was not recorded; it must not be broadcast.
package enum RecordRefusal: Error, Hashable, Sendable {
  /// Another payment of the account on that chain has the nonce.
  case nonceTaken(by: PaymentID)

  /// The signed transaction does not hash to the hash given.
  case hashMismatch(expected: Hash32, actual: Hash32)

  /// The journal could not be read or written.
  case storage(JournalFailure)
}
