/// An amount of gas, the unit in which work on the chain is measured.
package struct GasUnits: Codable, Hashable, Sendable {
  /// The number of units.
  package var rawValue: UInt64

  /// Creates an amount of gas.
  @inlinable
  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Creates an amount of gas.
  @inlinable
  package init(_ rawValue: UInt64) {
    self.rawValue = rawValue
  }
}

extension GasUnits: Comparable {
  package static func < (left: GasUnits, right: GasUnits) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension GasUnits: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: UInt64) {
    self.init(rawValue: value)
  }
}

extension GasUnits: CustomStringConvertible {
  package var description: String { "\(rawValue) gas" }
}
