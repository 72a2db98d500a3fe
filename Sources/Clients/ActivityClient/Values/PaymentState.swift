/// How far a payment has come.
package enum PaymentState: Hashable, Sendable {
  /// Written; whether a node has seen it is not known.
  case signed

  /// A node took it; it is not in a block that we know.
  case broadcast

  /// It is in a block.
  case confirmed(PaymentInclusion)

  /// It will not pay.
  case failed(PaymentFailure)

  /// Whether its end is not known, so that it must be followed.
  package var isUnresolved: Bool {
    switch self {
    case .signed, .broadcast: true
    case .confirmed, .failed: false
    }
  }
}
