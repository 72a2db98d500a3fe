package import ActivityClient
package import Foundation

/// An old payment. It is not sent again before its owner is asked, or is told of it.
package struct OldPayment: Codable, Hashable, Sendable {
  /// The payment.
  package var payment: Payment
  /// How long ago it was recorded; zero if the machine's clock was set back since.
  package var age: Duration

  /// Describes an old payment.
  package init(payment: Payment, at date: Date) {
    self.payment = payment
    age = .seconds(max(0, date.timeIntervalSince(payment.recordedAt)))
  }

  /// Whether a node had the payment once, and it is so old that opening the wallet does not send it
  /// again.
  package var isOld: Bool { payment.state == .broadcast && age >= ResumePayments.oldAge }

  /// Whether the payment is old, and no node ever said that it has it.
  package var isStale: Bool {
    switch payment.state {
    case .signed, .broadcast: !payment.wasTaken && age >= ResumePayments.staleAge
    case .included, .confirmed, .reverted, .cancelled, .replaced, .abandoned: false
    }
  }
}
