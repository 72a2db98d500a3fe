/// Why a text is not JSON, and where.
package struct JSONSyntaxError: Error, Equatable, Sendable {
  /// The byte at which the text stopped being JSON, from 0.
  package let offset: Int
  /// What the grammar allows there.
  package let expected: String

  package init(offset: Int, expected: String) {
    self.offset = offset
    self.expected = expected
  }
}

extension JSONSyntaxError: CustomStringConvertible {
  package var description: String { "expected \(expected) at byte \(offset)" }
}

extension JSONValue {
  /// How many arrays and objects may stand inside one another.
  package static let depthMax = 64

  /// Parses one JSON text in UTF-8.
  ///
  /// Strict: no comments, no trailing commas or text, no repeated names, no lone surrogates, no
  /// depth beyond `depthMax`.
  ///
  /// - Throws: `JSONSyntaxError` with the offset of the first byte that does not fit.
  /// - Complexity: O(*n*) in the length of the text.
  package init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes: bytes)
    self = try parser.document()
  }
}

/// A recursive-descent parser of RFC 8259 over bytes.
struct JSONParser {
  let bytes: [UInt8]
  private(set) var index = 0
  private var depth = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func document() throws(JSONSyntaxError) -> JSONValue {
    skipSpace()
    let value = try value()
    skipSpace()
    guard index == bytes.count else { throw failure("the end of the text") }
    return value
  }

  private mutating func value() throws(JSONSyntaxError) -> JSONValue {
    switch peek() {
    case UInt8(ascii: "{"): return .object(try object())
    case UInt8(ascii: "["): return .array(try array())
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"): return .number(try number())
    case let byte? where Self.isDigit(byte): return .number(try number())
    case _: throw failure("a value")
    }
  }
}

// MARK: - Arrays and objects

extension JSONParser {
  private mutating func array() throws(JSONSyntaxError) -> [JSONValue] {
    try enter()
    var elements: [JSONValue] = []
    if !take(UInt8(ascii: "]")) {
      repeat {
        skipSpace()
        elements.append(try value())
        skipSpace()
      } while take(UInt8(ascii: ","))
      try require(UInt8(ascii: "]"), "',' or ']'")
    }
    depth -= 1
    return elements
  }

  private mutating func object() throws(JSONSyntaxError) -> JSONObject {
    try enter()
    var members: [JSONObject.Member] = []
    var names: Set<String> = []
    if !take(UInt8(ascii: "}")) {
      repeat {
        skipSpace()
        guard peek() == UInt8(ascii: "\"") else { throw failure("a name in quotation marks") }
        let start = index
        let name = try string()
        guard names.insert(name).inserted else {
          throw JSONSyntaxError(offset: start, expected: "a name not said before")
        }
        skipSpace()
        try require(UInt8(ascii: ":"), "':'")
        skipSpace()
        members.append(JSONObject.Member(name: name, value: try value()))
        skipSpace()
      } while take(UInt8(ascii: ","))
      try require(UInt8(ascii: "}"), "',' or '}'")
    }
    depth -= 1
    return JSONObject(checkedMembers: members)
  }

  private mutating func enter() throws(JSONSyntaxError) {
    guard depth < JSONValue.depthMax else {
      throw failure("at most \(JSONValue.depthMax) nested arrays and objects")
    }
    depth += 1
    index += 1
    skipSpace()
  }
}

// MARK: - Words and numbers

extension JSONParser {
  private mutating func word(_ text: StaticString, _ value: JSONValue) throws(JSONSyntaxError)
    -> JSONValue
  {
    let end = index + text.utf8CodeUnitCount
    guard
      end <= bytes.count,
      text.withUTF8Buffer({ $0.elementsEqual(bytes[index..<end]) })
    else { throw failure("a value") }
    index = end
    return value
  }

  private mutating func number() throws(JSONSyntaxError) -> JSONNumber {
    let start = index
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    if take(UInt8(ascii: ".")) { try digits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    return JSONNumber(checked: String(decoding: bytes[start..<index], as: UTF8.self))
  }

  private mutating func digits() throws(JSONSyntaxError) {
    let start = index
    while let byte = peek(), Self.isDigit(byte) { index += 1 }
    if index == start { throw failure("a digit") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

// MARK: - Strings

extension JSONParser {
  private mutating func string() throws(JSONSyntaxError) -> String {
    index += 1
    var text: [UInt8] = []
    while true {
      let start = index
      while let byte = peek(), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20
      {
        index += 1
      }
      text += bytes[start..<index]
      switch peek() {
      case UInt8(ascii: "\""):
        index += 1
        guard let string = String(validating: text, as: UTF8.self) else {
          throw JSONSyntaxError(offset: start, expected: "valid UTF-8")
        }
        return string
      case UInt8(ascii: "\\"):
        index += 1
        text += try escape()
      case .some: throw failure("an escaped control character")
      case nil: throw failure("a closing quotation mark")
      }
    }
  }

  private mutating func escape() throws(JSONSyntaxError) -> [UInt8] {
    let byte = peek()
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      return byte.map { [$0] } ?? []
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0c]
    case UInt8(ascii: "n"): return [0x0a]
    case UInt8(ascii: "r"): return [0x0d]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return Array(String(Character(try unicodeScalar())).utf8)
    case _:
      index -= 1
      throw failure("one of the escapes \" \\ / b f n r t u")
    }
  }

  /// Reads what follows `\u`: one code unit, or two that make a surrogate pair.
  private mutating func unicodeScalar() throws(JSONSyntaxError) -> Unicode.Scalar {
    let start = index
    let high = try codeUnit()
    if let scalar = Unicode.Scalar(UInt32(high)) { return scalar }
    if UTF16.isLeadSurrogate(high), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
      let low = try codeUnit()
      let pair = 0x10000 + (UInt32(high) & 0x3ff) << 10 + UInt32(low) & 0x3ff
      if UTF16.isTrailSurrogate(low), let scalar = Unicode.Scalar(pair) { return scalar }
    }
    throw JSONSyntaxError(offset: start, expected: "a code point, not a lone surrogate")
  }

  private mutating func codeUnit() throws(JSONSyntaxError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw failure("four hexadecimal digits")
      }
      unit = unit << 4 | UInt16(digit)
      index += 1
    }
    return unit
  }
}

// MARK: - Bytes

extension JSONParser {
  private func peek() -> UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    index += 1
    return true
  }

  private mutating func require(_ byte: UInt8, _ expected: String) throws(JSONSyntaxError) {
    guard take(byte) else { throw failure(expected) }
  }

  private mutating func skipSpace() {
    while let byte = peek(), byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 {
      index += 1
    }
  }

  private func failure(_ expected: String) -> JSONSyntaxError {
    JSONSyntaxError(offset: index, expected: expected)
  }
}
