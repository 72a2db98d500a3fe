/// The number that distinguishes one chain's transactions from another's.
///
/// - SeeAlso: EIP-155; EIP-2294, which limits it to (2⁶⁴ − 1) / 2 − 36.
package struct ChainID: Codable, Hashable, Sendable {
  /// The largest ID whose `v` of EIP-155 fits into 64 bits.
  package static let max = ChainID(rawValue: UInt64.max / 2 - 36)
  /// Ethereum's main chain.
  package static let mainnet = ChainID(rawValue: 1)

  /// The number.
  package var rawValue: UInt64

  /// Creates an ID from its number.
  @inlinable
  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Creates an ID from its number.
  @inlinable
  package init(_ rawValue: UInt64) {
    self.rawValue = rawValue
  }
}

extension ChainID: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: UInt64) {
    self.init(rawValue: value)
  }
}

extension ChainID: CustomStringConvertible {
  package var description: String { String(rawValue) }
}

extension ChainID {
  /// The chain IDs that development chains use by convention; nothing on them has value.
  package static let development: Set<ChainID> = [1_337, 31_337]

  /// True for a development chain, where keys may be public.
  package var isDevelopment: Bool { Self.development.contains(self) }
}
