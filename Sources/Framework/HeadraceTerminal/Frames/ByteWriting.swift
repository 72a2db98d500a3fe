extension UInt8 {
  static var escape: UInt8 { 0x1B }
  static var semicolon: UInt8 { UInt8(ascii: ";") }
}

extension [UInt8] {
  /// Appends a number in decimal digits.
  mutating func append(decimal number: UInt32) {
    if number >= 10 { append(decimal: number / 10) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  /// Appends a number and a byte after it.
  mutating func append(decimal number: UInt32, before end: UInt8) {
    append(decimal: number)
    append(end)
  }

  /// Appends a control sequence: `ESC [` and its text.
  mutating func append(sequence text: StaticString) {
    append(.escape)
    append(UInt8(ascii: "["))
    text.withUTF8Buffer { append(contentsOf: $0) }
  }
}
