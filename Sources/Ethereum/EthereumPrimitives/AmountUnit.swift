/// A unit in which amounts are shown.
package enum AmountUnit: String, CaseIterable, Codable, Hashable, Sendable {
  /// 10¹⁸ wei.
  case ether
  /// 10⁹ wei.
  case gwei
  /// The smallest amount.
  case wei

  /// The symbol, such as `ETH`.
  package var symbol: String {
    switch self {
    case .ether: "ETH"
    case .gwei: "gwei"
    case .wei: "wei"
    }
  }

  /// Returns the exact amount with its unit, such as `0.25 ETH`.
  package func text(_ amount: Wei) -> String {
    switch self {
    case .ether: "\(amount.etherText) \(symbol)"
    case .gwei: "\(amount.gweiText) \(symbol)"
    case .wei: "\(amount.decimalText) \(symbol)"
    }
  }

  /// The next unit, in a cycle.
  package var next: AmountUnit {
    switch self {
    case .ether: .gwei
    case .gwei: .wei
    case .wei: .ether
    }
  }
}
