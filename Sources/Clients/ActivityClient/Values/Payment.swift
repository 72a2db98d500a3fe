package import Foundation

/// A payment of the journal.
package struct Payment: Hashable, Sendable, Identifiable {
  /// What was signed.
  package var intent: PaymentIntent

  /// When it was recorded.
  package var recordedAt: Date

  /// When its state last changed.
  package var updatedAt: Date

  /// How far it has come.
  package var state: PaymentState

  /// Describes a payment, as a journal or a test does.
  package init(
    intent: PaymentIntent,
    recordedAt: Date,
    updatedAt: Date? = nil,
    state: PaymentState = .signed
  ) {
    self.intent = intent
    self.recordedAt = recordedAt
    self.updatedAt = updatedAt ?? recordedAt
    self.state = state
  }

  /// What the journal calls it by.
  package var id: PaymentID { PaymentID(transactionHash: intent.hash) }
}
