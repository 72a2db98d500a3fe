package import ActivityClient
package import Foundation

/// An old payment, which is not sent before its owner is asked or told.
package struct StalePayment: Hashable, Sendable {
  /// The payment.
  package var payment: Payment
  /// How long ago it was recorded; zero if the machine's clock was set back since.
  package var age: Duration

  /// Describes an old payment.
  package init(payment: Payment, at date: Date) {
    self.payment = payment
    age = .seconds(max(0, date.timeIntervalSince(payment.recordedAt)))
  }

  /// Whether the payment is so old that it does not go out again just because the wallet opens,
  /// although a node had it once.
  package var isOld: Bool { payment.state == .broadcast && age >= ResumePayments.oldAge }

  /// Whether the payment is old, and no node ever said that it has it.
  package var isStale: Bool {
    switch payment.state {
    case .signed, .broadcast: !payment.wasTaken && age >= ResumePayments.staleAge
    case .included, .confirmed, .reverted, .cancelled, .replaced, .abandoned: false
    }
  }
}
