/// The reason why a text is not an address to which money may be sent.
package enum AddressError: Error, Codable, Equatable, Sendable {
  /// The text does not begin with `0x`.
  case missingPrefix
  /// There are not 40 digits after `0x`.
  case wrongDigitCount(found: Int)
  /// The character at a position, counted from 1, is not a hexadecimal digit.
  case notADigit(position: Int)
  /// All letters have the same case, so that a mistyped digit would go unnoticed.
  ///
  /// `expected` is the text with its checksum.
  case noChecksum(expected: String)
  /// The case of the letters does not match the digits: one of them is mistyped.
  ///
  /// `expected` is the case that matches these digits.
  case wrongChecksum(expected: String)
  /// The letters have both cases, but an address without a checksum was expected.
  case mixedCase
}

extension AddressError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missingPrefix: "expected an address that begins with 0x"
    case .wrongDigitCount(let found): "expected 40 hexadecimal digits after 0x, found \(found)"
    case .notADigit(let position): "expected a hexadecimal digit at character \(position)"
    // The correct checksum of the typed text is not shown: if the user copied it, a typing error
    // would look right.
    case .noChecksum:
      "expected an address with its checksum in the case of the letters, as its owner shows it"
    case .wrongChecksum:
      "a digit or a letter's case is mistyped; expected the address as its owner shows it"
    case .mixedCase: "expected letters of one case, as in an address without a checksum"
    }
  }
}
