import EthereumCrypto
import EthereumPrimitives

/// Texts for errors in an address or an amount, in the person's language.
///
/// The English texts are those of the values themselves; a test compares them.
enum ValueText {
  /// Returns the reason a text is not an address.
  static func text(_ error: AddressError) -> String {
    let phrase: Phrase =
      switch error {
      case .missingPrefix: Phrase("expected an address that begins with 0x")
      case .wrongDigitCount(let found):
        Phrase("expected 40 hexadecimal digits after 0x, found \(found)")
      case .notADigit(let position):
        Phrase("expected a hexadecimal digit at character \(position)")
      case .noChecksum:
        Phrase(
          "expected an address with its checksum in the case of the letters, as its owner shows it")
      case .wrongChecksum:
        Phrase(
          "a digit or a letter's case is mistyped; expected the address as its owner shows it")
      case .mixedCase:
        Phrase("expected letters of one case, as in an address without a checksum")
      }
    return phrase.text
  }

  /// Returns the reason a text is not an amount.
  static func text(_ error: AmountError) -> String {
    let phrase: Phrase =
      switch error {
      case .notANumber:
        Phrase("expected digits with at most one period between them, such as 0.25")
      case .tooManyFractionDigits(let found, let max):
        Phrase("expected at most \(max) digits after the period, found \(found)")
      case .overflow: Phrase("expected an amount below 2^256 wei")
      case .negative: Phrase("expected an amount of at least zero")
      }
    return phrase.text
  }
}
