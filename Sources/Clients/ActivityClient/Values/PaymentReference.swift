package import EthereumPrimitives

/// How a payment is looked up.
package enum PaymentReference: Hashable, Sendable {
  /// By its name in the journal.
  case id(PaymentID)

  /// By the hash of any transaction of its family.
  case transaction(Hash32)

  /// By the name that its payer gave it.
  case key(PaymentKey)
}
