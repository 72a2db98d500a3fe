package import HeadraceTerminal

// MARK: - Forms

extension WalletPlace {
  /// The fields of a payment.
  package struct PaymentForm: Equatable, Sendable {
    /// The fields, in the order of their focus.
    package enum Field: CaseIterable, Equatable, Sendable {
      case recipient, amount, speed
    }

    /// The recipient, as it is typed.
    package var recipient = LineEditor("", limit: 512)
    /// The amount in ether, as it is typed.
    package var amount = LineEditor("", limit: 100)
    /// The field that keys go to.
    package var focus = Field.recipient
  }

  /// The fields of a contact.
  package struct ContactForm: Equatable, Sendable {
    /// The fields, in the order of their focus.
    package enum Field: Equatable, Sendable {
      case name, address
    }

    /// The name, as it is typed.
    package var name = LineEditor("", limit: 80)
    /// The address, as it is typed.
    package var address = LineEditor("", limit: 80)
    /// The field that keys go to.
    package var focus = Field.name
  }
}
