/// What became of a payment.
package enum PaymentEvent: Hashable, Sendable {
  /// A node took it, or had it already.
  case broadcast

  /// It is in a block.
  case confirmed(PaymentInclusion)

  /// It will not pay.
  case failed(PaymentFailure)

  /// The block that held it is no longer part of the chain; it must be followed again.
  case reorganised
}
