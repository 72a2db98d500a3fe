extension Wei {
  /// The number of decimals of ether.
  package static let etherFractionDigitCount = 18
  /// The number of decimals of gwei.
  package static let gweiFractionDigitCount = 9

  /// Parses a decimal number of ether into wei.
  ///
  /// Excess digits are refused, not rounded: the user must see the amount that will be sent.
  ///
  /// - Parameter text: ASCII digits with at most one period between them, such as `"0.25"`; no
  ///   sign, exponent, spaces, or zeros in front of other digits (`00.1`, `01`), which are probably
  ///   a mistake.
  /// - Returns: The amount in wei, from 0 to 2²⁵⁶ − 1 (1 ether = 10¹⁸ wei).
  /// - Throws: `AmountError.tooManyFractionDigits` past 18, `.overflow`, or `.notANumber`.
  /// - SeeAlso: Ethereum Yellow Paper, section 2.1.
  package init(ether text: some StringProtocol) throws(AmountError) {
    try self.init(decimal: text, fractionDigitCountMax: Self.etherFractionDigitCount)
  }

  /// Parses a decimal number of gwei (10⁹ wei) into wei.
  ///
  /// - Parameter text: ASCII digits with at most one period between them, such as `"1.5"`.
  /// - Throws: `AmountError.tooManyFractionDigits` past 9, `.overflow`, or `.notANumber`.
  package init(gwei text: some StringProtocol) throws(AmountError) {
    try self.init(decimal: text, fractionDigitCountMax: Self.gweiFractionDigitCount)
  }

  /// Parses a whole decimal number of wei.
  ///
  /// - Throws: `AmountError.notANumber`, `.overflow`, or `.tooManyFractionDigits` for any digit
  ///   after a period.
  package init(decimal text: some StringProtocol) throws(AmountError) {
    try self.init(decimal: text, fractionDigitCountMax: 0)
  }

  /// The number of wei in decimal digits.
  package var decimalText: String {
    let chunkDigitCount = 19
    var rest = quantity
    var chunks: [UInt64] = []
    repeat {
      let (quotient, chunk) = rest.quotientAndRemainder(dividingBy: 10_000_000_000_000_000_000)
      chunks.append(chunk)
      rest = quotient
    } while !rest.isZero
    var text = ""
    for chunk in chunks.reversed() {
      let digits = String(chunk)
      if !text.isEmpty {
        text += String(repeating: "0", count: chunkDigitCount - digits.utf8.count)
      }
      text += digits
    }
    return text
  }

  /// The exact number of ether, such as `"0.25"`, without trailing zeros after the period.
  package var etherText: String { text(fractionDigitCount: Self.etherFractionDigitCount) }

  /// The exact number of gwei, such as `"1.5"`, without trailing zeros after the period.
  package var gweiText: String { text(fractionDigitCount: Self.gweiFractionDigitCount) }

  private func text(fractionDigitCount: Int) -> String {
    var digits = Array(decimalText.utf8)
    let missing = fractionDigitCount + 1 - digits.count
    if missing > 0 {
      digits.insert(contentsOf: [UInt8](repeating: zeroDigit, count: missing), at: 0)
    }
    let whole = digits.dropLast(fractionDigitCount)
    var fraction = digits.suffix(fractionDigitCount)
    while fraction.last == zeroDigit { fraction.removeLast() }
    let wholeText = String(decoding: whole, as: UTF8.self)
    return fraction.isEmpty
      ? wholeText : wholeText + "." + String(decoding: fraction, as: UTF8.self)
  }

  private init(
    decimal text: some StringProtocol, fractionDigitCountMax: Int
  ) throws(AmountError) {
    var total = UInt256.zero
    var digitCount = 0
    var fractionDigitCount: Int?
    var isOverflow = false
    func append(_ digit: UInt64) {
      guard let next = total.multiplied(by: 10)?.adding(UInt256(digit)) else {
        return isOverflow = true
      }
      total = next
    }
    for character in text.utf8 {
      switch character {
      case zeroDigit...UInt8(ascii: "9"):
        guard fractionDigitCount != nil || digitCount == 0 || !total.isZero else {
          throw .notANumber
        }
        digitCount += 1
        if let count = fractionDigitCount { fractionDigitCount = count + 1 }
        // Digits after the last decimal are counted but not added: the text is refused below.
        if fractionDigitCount ?? 0 <= fractionDigitCountMax {
          append(UInt64(character - zeroDigit))
        }
      case UInt8(ascii: "."):
        guard digitCount > 0, fractionDigitCount == nil else { throw .notANumber }
        fractionDigitCount = 0
      default:
        throw .notANumber
      }
    }
    guard digitCount > 0, fractionDigitCount != 0 else { throw .notANumber }
    guard fractionDigitCount ?? 0 <= fractionDigitCountMax else {
      throw .tooManyFractionDigits(found: fractionDigitCount ?? 0, max: fractionDigitCountMax)
    }
    for _ in (fractionDigitCount ?? 0)..<fractionDigitCountMax { append(0) }
    guard !isOverflow else { throw .overflow }
    self.init(total)
  }
}

private let zeroDigit = UInt8(ascii: "0")
