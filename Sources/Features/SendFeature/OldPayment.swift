package import ActivityClient
package import Foundation

/// An old payment, which is not sent again before its owner is asked or notified.
package struct OldPayment: Codable, Hashable, Sendable {
  /// The payment.
  package var payment: Payment
  /// The time since it was recorded; zero if the machine's clock was set back since.
  package var age: Duration

  /// Describes an old payment.
  package init(payment: Payment, at date: Date) {
    self.payment = payment
    age = .seconds(max(0, date.timeIntervalSince(payment.recordedAt)))
  }

  /// True if a node once had the payment, and it is too old to be sent again when the wallet opens.
  package var isOld: Bool { payment.state == .broadcast && age >= ResumePayments.oldAge }

  /// True if the payment is old, and no node ever reported having it.
  package var isStale: Bool {
    switch payment.state {
    case .signed, .broadcast: !payment.wasTaken && age >= ResumePayments.staleAge
    case .included, .confirmed, .reverted, .cancelled, .replaced, .abandoned: false
    }
  }
}
