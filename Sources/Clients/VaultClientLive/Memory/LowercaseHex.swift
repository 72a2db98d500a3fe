/// Bytes as lower-case hexadecimal digits without a prefix, as in headers: one form for each value.
enum LowercaseHex {
  private static let digits = Array("0123456789abcdef".utf8)

  static func encode(_ bytes: [UInt8]) -> String {
    String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Decodes exactly this many bytes; nil for anything else.
  static func decode(_ text: String, byteCount: Int) -> [UInt8]? {
    guard text.utf8.count == 2 * byteCount else { return nil }
    var bytes: [UInt8] = []
    var high: UInt8?
    for character in text.utf8 {
      guard let index = digits.firstIndex(of: character) else { return nil }
      let digit = UInt8(index)
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return bytes
  }
}
