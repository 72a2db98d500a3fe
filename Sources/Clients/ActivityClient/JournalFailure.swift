package import EthereumPrimitives

/// Why the journal could not be read or written. Nothing was changed.
package enum JournalFailure: Error, Hashable, Sendable {
  /// The disk, or the owner's quota on it, is full.
  case diskFull(path: String)

  /// The system did not let us.
  case permissionDenied(path: String)

  /// This line, from 1, is not what we wrote; the journal is left as it is, and nothing is paid.
  case damaged(path: String, line: Int)

  /// A newer wallet wrote this line of the journal.
  case unsupportedVersion(found: Int, supported: Int)

  /// The journal is larger than we read; it must be moved away by hand.
  case tooLarge(path: String)

  /// Another process is writing the journal at this moment; trying again helps.
  case busy

  /// Any other refusal of the system, with its error number.
  case system(path: String, errorNumber: Int32)
}

/// Why a payment was not recorded; it must not be broadcast.
package enum RecordRefusal: Error, Hashable, Sendable {
  /// Another payment of the account on that chain has the nonce.
  case nonceTaken(by: PaymentID)

  /// The signed transaction does not hash to the hash given.
  case hashMismatch(expected: Hash32, actual: Hash32)

  /// The journal could not be read or written.
  case storage(JournalFailure)
}

/// Why an event was not written.
package enum UpdateRefusal: Error, Hashable, Sendable {
  /// The journal has no such payment.
  case unknownPayment

  /// The payment is past that: what it is now.
  case impossible(from: PaymentState)

  /// The journal could not be read or written.
  case storage(JournalFailure)
}
