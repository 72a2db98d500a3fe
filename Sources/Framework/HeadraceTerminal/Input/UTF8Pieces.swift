/// Assembles scalars from single bytes; invalid UTF-8 becomes `U+FFFD`.
struct UTF8Pieces {
  private var bytes: [UInt8] = []

  mutating func take(_ byte: UInt8) -> [Unicode.Scalar] {
    bytes.append(byte)
    let wanted = Self.length(of: bytes[0])
    if bytes.count < wanted, bytes.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) { return [] }
    if bytes.count > 1, byte & 0xC0 != 0x80 {
      // The sequence was cut off; this byte begins another one.
      bytes = []
      return ["\u{FFFD}"] + take(byte)
    }
    defer { bytes = [] }
    return Array(String(decoding: bytes, as: UTF8.self).unicodeScalars.prefix(wanted == 1 ? 1 : 4))
  }

  private static func length(of first: UInt8) -> Int {
    switch first {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }
}
