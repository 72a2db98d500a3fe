/// The reason why a hexadecimal text was refused.
package enum HexError: Error, Codable, Equatable, Sendable {
  /// The text does not start with `0x`.
  case missingPrefix
  /// Data has an odd number of digits, so half a byte is missing.
  case oddDigitCount(Int)
  /// The character at a position, counted from 0 at the `0` of `0x`, is not a hexadecimal digit.
  case notADigit(position: Int)
  /// A value of fixed size has a different number of bytes.
  case wrongByteCount(expected: Int, found: Int)
  /// A quantity has no digits; zero is `0x0`.
  case noDigits
  /// A quantity starts with a zero digit.
  case leadingZero
  /// A quantity has more bits than its type.
  case tooLarge(bitCountMax: Int)
}

extension HexError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missingPrefix:
      "expected hexadecimal that starts with 0x"
    case .oddDigitCount(let count):
      "expected two hexadecimal digits for each byte, found \(count) digits"
    case .notADigit(let position):
      "expected a hexadecimal digit at position \(position)"
    case .wrongByteCount(let expected, let found):
      "expected \(expected) bytes (\(2 * expected) hexadecimal digits), found \(found)"
    case .noDigits:
      "expected at least one hexadecimal digit after 0x; zero is 0x0"
    case .leadingZero:
      "expected a quantity without leading zeros"
    case .tooLarge(let bitCountMax):
      "expected a quantity of at most \(bitCountMax) bits"
    }
  }
}
