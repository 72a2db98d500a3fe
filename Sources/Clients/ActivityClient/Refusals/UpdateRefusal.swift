/// Why an event was not written.
package enum UpdateRefusal: Error, Hashable, Sendable {
  /// The journal has no such payment, or the payment no such transaction.
  case unknownPayment

  /// The payment is past that; with its current state.
  case impossible(from: PaymentState)

  /// The journal could not be read or written.
  case storage(JournalFailure)
}
