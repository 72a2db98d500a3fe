/// The reason why an amount was refused.
package enum AmountError: Error, Codable, Equatable, Sendable {
  /// The text is not digits with at most one period between them.
  case notANumber
  /// There are more digits after the period than the unit has decimals.
  ///
  /// These are 18 for ether, 9 for gwei, and none for wei.
  case tooManyFractionDigits(found: Int, max: Int)
  /// The amount is 2²⁵⁶ wei or more.
  case overflow
  /// A difference is less than zero.
  case negative
}

extension AmountError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notANumber:
      "expected digits with at most one period between them, such as 0.25"
    case .tooManyFractionDigits(let found, let max):
      "expected at most \(max) digits after the period, found \(found)"
    case .overflow:
      "expected an amount below 2^256 wei"
    case .negative:
      "expected an amount of at least zero"
    }
  }
}
