import ActivityClient
import EthereumCrypto
import EthereumPrimitives

/// A payment as a line.
enum PaymentLines {
  static func text(_ payment: Payment, json: Bool) -> String {
    let intent = payment.intent
    guard json else {
      return "\(intent.hash.hex)  \(intent.value.etherText) ETH to \(intent.to.checksummed)  "
        + stateText(payment.state)
    }
    var members: [(String, JSONText)] = [
      ("hash", .text(intent.hash.hex)), ("to", .text(intent.to.checksummed)),
      ("wei", .text(intent.value.decimalText)), ("nonce", .number(intent.nonce)),
      ("state", .text(stateName(payment.state))),
    ]
    if case .confirmed(let inclusion) = payment.state {
      members.append(("block", .number(inclusion.blockNumber)))
      if let fee = fee(of: inclusion) { members.append(("feeWei", .text(fee.decimalText))) }
    }
    return JSONText.object(members)
  }

  /// What the payment's gas cost.
  static func fee(of inclusion: PaymentInclusion) -> Wei? {
    do throws(AmountError) {
      return try inclusion.effectiveGasPrice.cost(of: inclusion.gasUsed)
    } catch {
      return nil
    }
  }

  static func stateText(_ state: PaymentState) -> String {
    switch state {
    case .signed: "signed, not known to a node yet"
    case .broadcast: "waiting for a block"
    case .confirmed(let inclusion): "confirmed in block \(inclusion.blockNumber)"
    case .failed(.rejected(_, let message)): "refused by the node: \(PlainText.printable(message))"
    case .failed(.reverted(let inclusion)): "failed in block \(inclusion.blockNumber)"
    case .failed(.replaced): "replaced by another payment"
    }
  }

  private static func stateName(_ state: PaymentState) -> String {
    switch state {
    case .signed: "signed"
    case .broadcast: "broadcast"
    case .confirmed: "confirmed"
    case .failed(.rejected): "rejected"
    case .failed(.reverted): "reverted"
    case .failed(.replaced): "replaced"
    }
  }
}

/// A value of an answer in JSON.
enum JSONText {
  /// Any text; it is escaped.
  case text(String)
  /// A number that every reader of JSON takes exactly, below 2⁵³ in practice.
  case number(UInt64)

  /// Writes an object with its members in this order.
  static func object(_ members: [(name: String, value: JSONText)]) -> String {
    "{" + members.map { "\(quoted($0.name)):\($0.value.text)" }.joined(separator: ",") + "}"
  }

  private var text: String {
    switch self {
    case .text(let text): Self.quoted(text)
    case .number(let number): "\(number)"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\u{0}"..<" ", "\u{7F}"..."\u{9F}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
