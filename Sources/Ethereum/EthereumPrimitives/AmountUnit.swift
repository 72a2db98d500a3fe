/// A unit that amounts are shown in.
package enum AmountUnit: String, CaseIterable, Codable, Hashable, Sendable {
  /// 10¹⁸ wei.
  case ether
  /// 10⁹ wei.
  case gwei
  /// The smallest amount.
  case wei

  /// Its symbol, such as `ETH`.
  package var symbol: String {
    switch self {
    case .ether: "ETH"
    case .gwei: "gwei"
    case .wei: "wei"
    }
  }

  /// The exact amount with its unit, such as `0.25 ETH`.
  package func text(_ amount: Wei) -> String {
    switch self {
    case .ether: "\(amount.etherText) \(symbol)"
    case .gwei: "\(amount.gweiText) \(symbol)"
    case .wei: "\(amount.decimalText) \(symbol)"
    }
  }

  /// The unit after this one, in a circle.
  package var next: AmountUnit {
    switch self {
    case .ether: .gwei
    case .gwei: .wei
    case .wei: .ether
    }
  }
}
