/// The hexadecimal form of data and quantities in Ethereum's JSON-RPC, both after `0x`.
///
/// Data has two digits per byte; quantities have no leading zeros.
///
/// - SeeAlso: execution-apis, "Hex value encoding".
package enum Hex {
  /// Writes data: `0x` and two lower-case digits for each byte.
  package static func encode(_ bytes: some Collection<UInt8>) -> String {
    if let text = bytes.withContiguousStorageIfAvailable({ encode(UnsafeRawBufferPointer($0)) }) {
      return text
    }
    return Array(bytes).withUnsafeBytes { encode($0) }
  }

  /// Writes data: `0x` and two lower-case digits for each byte.
  package static func encode(_ bytes: UnsafeRawBufferPointer) -> String {
    String(unsafeUninitializedCapacity: 2 + 2 * bytes.count) { text in
      text[0] = UInt8(ascii: "0")
      text[1] = UInt8(ascii: "x")
      var index = 2
      for byte in bytes {
        text[index] = digit(byte >> 4)
        text[index + 1] = digit(byte & 0x0f)
        index += 2
      }
      return index
    }
  }

  /// Writes a quantity: `0x` and no leading zeros; zero is `0x0`.
  package static func encode(quantity: UInt64) -> String {
    "0x" + String(quantity, radix: 16)
  }

  /// Writes a quantity: `0x` and no leading zeros; zero is `0x0`.
  package static func encode(quantity: UInt256) -> String {
    let words = [quantity.word3, quantity.word2, quantity.word1, quantity.word0]
    guard let first = words.firstIndex(where: { $0 != 0 }) else { return "0x0" }
    var text = "0x" + String(words[first], radix: 16)
    for word in words[(first + 1)...] {
      let digits = String(word, radix: 16)
      text += String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
    return text
  }

  /// Reads data: `0x`, then two digits of any case for each byte.
  ///
  /// - Throws: `.missingPrefix`, `.oddDigitCount` or `.notADigit`.
  package static func decode(_ text: some StringProtocol) throws(HexError) -> [UInt8] {
    let digits = try Digits(text)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    var index = 0
    while index + 1 < digits.count {
      bytes.append(try digits[index] << 4 | digits[index + 1])
      index += 2
    }
    // An invalid character is a better report than a wrong count.
    guard index == digits.count else {
      _ = try digits[index]
      throw .oddDigitCount(digits.count)
    }
    return bytes
  }

  /// Reads data of a fixed size.
  ///
  /// - Throws: `.wrongByteCount` if the data is well-formed but has another size.
  package static func decode(
    _ text: some StringProtocol, byteCount: Int
  ) throws(HexError) -> [UInt8] {
    let bytes = try decode(text)
    guard bytes.count == byteCount else {
      throw .wrongByteCount(expected: byteCount, found: bytes.count)
    }
    return bytes
  }

  /// Reads a quantity of at most 64 bits, from `0x0` to `0xffffffffffffffff`.
  package static func decodeUInt64(_ text: some StringProtocol) throws(HexError) -> UInt64 {
    let digits = try Digits(quantity: text, bitCountMax: 64)
    var value: UInt64 = 0
    for index in 0..<digits.count { value = value << 4 | UInt64(try digits[index]) }
    return value
  }

  /// Reads a quantity of at most 256 bits.
  package static func decodeUInt256(_ text: some StringProtocol) throws(HexError) -> UInt256 {
    let digits = try Digits(quantity: text, bitCountMax: 256)
    var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    for index in 0..<digits.count {
      words.3 = words.3 << 4 | words.2 >> 60
      words.2 = words.2 << 4 | words.1 >> 60
      words.1 = words.1 << 4 | words.0 >> 60
      words.0 = words.0 << 4 | UInt64(try digits[index])
    }
    return UInt256(words.3, words.2, words.1, words.0)
  }

  /// Returns the ASCII code of a digit from 0 to 15, in lower case.
  private static func digit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + (nibble - 10)
  }
}

/// The digits of a text after its `0x`.
private struct Digits {
  let utf8: [UInt8]

  var count: Int { utf8.count - 2 }

  init(_ text: some StringProtocol) throws(HexError) {
    utf8 = Array(text.utf8)
    guard utf8.count >= 2, utf8[0] == UInt8(ascii: "0"), utf8[1] == UInt8(ascii: "x") else {
      throw .missingPrefix
    }
  }

  init(quantity text: some StringProtocol, bitCountMax: Int) throws(HexError) {
    try self.init(text)
    guard count > 0 else { throw .noDigits }
    for index in 0..<count { _ = try self[index] }
    if count > 1, try self[0] == 0 { throw .leadingZero }
    guard 4 * count <= bitCountMax else { throw .tooLarge(bitCountMax: bitCountMax) }
  }

  subscript(index: Int) -> UInt8 {
    get throws(HexError) {
      let character = utf8[2 + index]
      switch character {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): return character - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): return character - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): return character - UInt8(ascii: "A") + 10
      default: throw .notADigit(position: 2 + index)
      }
    }
  }
}
