package import BigInt

/// An amount of money from 0 to 2²⁵⁶ − 1 wei; 1 ether is 10¹⁸ wei.
///
/// - SeeAlso: Ethereum Yellow Paper, section 2.1.
package struct Wei: Hashable, Sendable {
  /// No money.
  package static let zero = Wei(UInt256.zero)
  /// 2²⁵⁶ − 1 wei.
  package static let max = Wei(UInt256.max)

  /// The number of wei.
  package let quantity: UInt256

  /// Creates an amount from a number of wei.
  @inlinable
  package init(_ quantity: UInt256) {
    self.quantity = quantity
  }

  /// Creates an amount from a number of wei.
  @inlinable
  package init(_ count: UInt64) {
    quantity = UInt256(count)
  }

  /// Creates an amount from a number of wei.
  ///
  /// - Throws: `AmountError.overflow` from 2²⁵⁶ on.
  package init(_ count: BigUInt) throws(AmountError) {
    guard let quantity = UInt256(count) else { throw .overflow }
    self.quantity = quantity
  }

  /// The number of wei as a `BigUInt`, for arithmetic that this type does not have.
  package var bigUInt: BigUInt { quantity.bigUInt }

  /// Returns the sum.
  ///
  /// - Throws: `AmountError.overflow`.
  package func adding(_ other: Wei) throws(AmountError) -> Wei {
    guard let sum = quantity.adding(other.quantity) else { throw .overflow }
    return Wei(sum)
  }

  /// Returns the difference.
  ///
  /// - Throws: `AmountError.negative`.
  package func subtracting(_ other: Wei) throws(AmountError) -> Wei {
    guard let rest = quantity.subtracting(other.quantity) else { throw .negative }
    return Wei(rest)
  }

  /// Returns the amount times a factor.
  ///
  /// - Throws: `AmountError.overflow`.
  package func multiplied(by factor: UInt64) throws(AmountError) -> Wei {
    guard let product = quantity.multiplied(by: factor) else { throw .overflow }
    return Wei(product)
  }

  /// Returns the price of gas at this amount per unit.
  ///
  /// - Throws: `AmountError.overflow`.
  package func cost(of gas: GasUnits) throws(AmountError) -> Wei {
    try multiplied(by: gas.rawValue)
  }

  /// Returns the amount divided, rounded towards zero.
  ///
  /// - Precondition: `divisor` is not 0.
  package func divided(by divisor: UInt64) -> Wei {
    precondition(divisor != 0, "an amount can't be divided by zero")
    return Wei(quantity.quotientAndRemainder(dividingBy: divisor).quotient)
  }
}

extension Wei: Comparable {
  package static func < (left: Wei, right: Wei) -> Bool { left.quantity < right.quantity }
}

extension Wei: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: UInt64) {
    self.init(value)
  }
}

extension Wei: CustomStringConvertible {
  package var description: String { "\(decimalText) wei" }
}
