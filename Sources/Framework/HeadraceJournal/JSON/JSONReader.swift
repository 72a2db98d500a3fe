import Foundation

/// Reads JSON (RFC 8259), preserving the text of numbers and the order of members.
///
/// On Linux, `JSONSerialization` rounds a `Double` whose text has more than 17 characters, so a
/// replay would not be exact.
package struct JSONReader {
  private let bytes: [UInt8]
  private var index = 0

  private struct Failure: Error, CustomStringConvertible {
    var description: String { "expected an object of JSON" }
  }

  /// Reads a complete JSON text.
  package static func read(_ bytes: some Sequence<UInt8>) throws -> JSONValue {
    var reader = JSONReader(bytes: Array(bytes))
    let value = try reader.value(depth: 0)
    reader.skipBlanks()
    guard reader.index == reader.bytes.count else { throw Failure() }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipBlanks() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
  }

  /// Skips whitespace and a given byte, if it comes next.
  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard next == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func value(depth: Int) throws -> JSONValue {
    guard depth <= 2 * JSONValue.depthMax else { throw Failure() }
    if skip("{") { return try object(depth: depth + 1) }
    if skip("[") { return try array(depth: depth + 1) }
    if skip("\"") { return .string(try string()) }
    let start = index
    while let byte = next, byte > 0x20, byte != 0x2C, byte != 0x5D, byte != 0x7D { index += 1 }
    switch String(decoding: bytes[start..<index], as: UTF8.self) {
    case "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    case let text where Self.isNumber(text): return .number(text)
    default: throw Failure()
    }
  }

  /// - SeeAlso: RFC 8259, section 6.
  private static func isNumber(_ text: String) -> Bool {
    var rest = text.utf8[...]
    func skip(_ characters: String) -> Bool {
      guard let first = rest.first, characters.utf8.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    func skipDigits() -> Bool {
      let count = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
      rest = rest.dropFirst(count)
      return count > 0
    }
    _ = skip("-")
    guard skip("0") || skipDigits() else { return false }
    if skip("."), !skipDigits() { return false }
    if skip("eE") {
      _ = skip("+-")
      guard skipDigits() else { return false }
    }
    return rest.isEmpty
  }

  private mutating func object(depth: Int) throws -> JSONValue {
    var members: [(String, JSONValue)] = []
    if skip("}") { return .empty }
    while true {
      guard skip("\"") else { throw Failure() }
      let name = try string()
      guard skip(":") else { throw Failure() }
      members.append((name, try value(depth: depth)))
      if skip("}") { return .object(JSONValue.Members(members)) }
      guard skip(",") else { throw Failure() }
    }
  }

  private mutating func array(depth: Int) throws -> JSONValue {
    var values: [JSONValue] = []
    if skip("]") { return .array([]) }
    while true {
      values.append(try value(depth: depth))
      if skip("]") { return .array(values) }
      guard skip(",") else { throw Failure() }
    }
  }

  /// Reads a string after its opening quote; Foundation decodes its escapes, if it has any.
  private mutating func string() throws -> String {
    let start = index
    var hasEscapes = false
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw Failure() }
      hasEscapes = hasEscapes || byte == UInt8(ascii: "\\")
      index += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    guard index < bytes.count else { throw Failure() }
    index += 1
    if hasEscapes {
      return try JSONDecoder().decode(String.self, from: Data(bytes[(start - 1)..<index]))
    }
    guard let text = String(validating: bytes[start..<(index - 1)], as: UTF8.self) else {
      throw Failure()
    }
    return text
  }
}
