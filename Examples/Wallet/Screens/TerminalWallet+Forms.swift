package import HeadraceTerminal
import SendFeature

// MARK: - Forms

extension TerminalWallet {
  /// The fields of a payment.
  package struct PaymentForm: Equatable, Sendable {
    /// The fields, in focus order.
    package enum Field: CaseIterable, Equatable, Sendable {
      case recipient, amount, speed, maxFeePerGas, tip
    }

    /// The recipient as typed.
    package var recipient = LineEditor("", limit: 512)
    /// The amount in ether as typed.
    package var amount = LineEditor("", limit: 100)
    /// The owner's fee per unit of gas in gwei, as typed.
    package var maxFeePerGas = LineEditor("", limit: 40)
    /// The owner's tip per unit of gas in gwei, as typed.
    package var tip = LineEditor("", limit: 40)
    /// The focused field.
    package var focus = Field.recipient

    /// Returns the fields that can have the focus, with those of the owner's fee if one is set.
    func fields(hasOwnFee: Bool) -> [Field] {
      hasOwnFee ? Field.allCases : [.recipient, .amount, .speed]
    }

    /// Fills in the amount of a request that was entered as the recipient.
    mutating func take(amount text: String) {
      if focus != .amount, amount.text != text { amount.replace(by: text) }
    }

    /// Applies a fee that the payment's screen has set.
    mutating func take(_ ownFee: OwnFeeText?) {
      guard let ownFee else {
        if focus == .maxFeePerGas || focus == .tip { focus = .speed }
        return
      }
      if maxFeePerGas.text != ownFee.maxFeePerGas { maxFeePerGas.replace(by: ownFee.maxFeePerGas) }
      if tip.text != ownFee.tip { tip.replace(by: ownFee.tip) }
    }
  }

  /// The fields of a network.
  package struct NetworkForm: Equatable, Sendable {
    /// The fields, in focus order.
    package enum Field: CaseIterable, Equatable, Sendable {
      case name, address, chainID
    }

    /// The name as typed.
    package var name = LineEditor("", limit: 200)
    /// The node's address as typed.
    package var address = LineEditor("", limit: 512)
    /// The chain's number as typed.
    package var chainID = LineEditor("", limit: 20)
    /// The focused field.
    package var focus = Field.name
  }

  /// The fields of a contact.
  package struct ContactForm: Equatable, Sendable {
    /// The fields, in focus order.
    package enum Field: Equatable, Sendable {
      case name, address
    }

    /// The name as typed.
    package var name = LineEditor("", limit: 200)
    /// The address as typed.
    package var address = LineEditor("", limit: 512)
    /// The focused field.
    package var focus = Field.name
  }
}
