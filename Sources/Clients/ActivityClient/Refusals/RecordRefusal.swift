package import EthereumPrimitives

/// The reason a payment was not recorded; it must not be broadcast.
package enum RecordRefusal: Error, Codable, Hashable, Sendable {
  /// A payment of the account on that chain has the nonce; another wallet signed it since.
  case nonceTaken(by: PaymentID)

  /// The key names another payment, which differs in this field.
  case keyTaken(by: PaymentID, field: PaymentField)

  /// The signed transaction differs from the payment's description.
  case mismatch(PaymentField)

  /// The journal could not be read or written.
  case storage(JournalFailure)
}

/// The reason a transaction was not added to a payment's family; it must not be broadcast.
package enum ReplaceRefusal: Error, Codable, Hashable, Sendable {
  /// The journal has no such payment.
  case unknownPayment

  /// The payment can't be replaced any more; with its current state.
  case notOpen(PaymentState)

  /// The payment is being cancelled: only another cancellation can replace it.
  case cancelling

  /// One of its fees is below what nodes require for a replacement.
  case feeTooLow(maxFeePerGas: Wei, maxPriorityFeePerGas: Wei)

  /// The signed transaction differs from its description, or from the family.
  case mismatch(PaymentField)

  /// The journal could not be read or written.
  case storage(JournalFailure)
}

/// The reason an event was not written.
package enum UpdateRefusal: Error, Codable, Hashable, Sendable {
  /// The journal has no such payment, or the payment no such transaction.
  case unknownPayment

  /// The event is impossible in the payment's current state.
  case impossible(from: PaymentState)

  /// The journal could not be read or written.
  case storage(JournalFailure)
}
