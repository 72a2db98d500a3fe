/// Parses the texts of types: canonical ones, and for typed texts also synonyms.
struct ABITypeParser {
  private let text: [UInt8]
  private let takesSynonyms: Bool
  private var position = 0

  init(_ text: some StringProtocol, takesSynonyms: Bool = false) {
    self.text = Array(text.utf8)
    self.takesSynonyms = takesSynonyms
  }

  private var next: UInt8? { position < text.count ? text[position] : nil }

  /// Returns an error at the next byte.
  private func unexpected(_ expected: String) -> ABITypeError {
    let rest = String(decoding: text[position...].prefix(4), as: UTF8.self)
    return .unexpected(
      position: position, expected: expected,
      found: rest.unicodeScalars.first?.escaped(asASCII: false))
  }

  func finish() throws(ABITypeError) {
    guard next == nil else { throw unexpected("the end") }
  }

  /// Reads a Solidity name: letters, digits, `_` and `$`; the first is not a digit.
  mutating func name() throws(ABITypeError) -> String {
    guard let first = next, !Self.isDigit(first) else { throw unexpected("a name") }
    let name = word()
    guard !name.isEmpty else { throw unexpected("a name") }
    return name
  }

  /// Reads types in parentheses, separated by single commas.
  mutating func types(depth: Int = 0) throws(ABITypeError) -> [ABIType] {
    guard next == UInt8(ascii: "(") else { throw unexpected("'('") }
    position += 1
    var types: [ABIType] = []
    if next == UInt8(ascii: ")") {
      position += 1
      return types
    }
    while true {
      types.append(try type(depth: depth))
      guard let separator = next, [UInt8(ascii: ","), UInt8(ascii: ")")].contains(separator) else {
        throw unexpected("',' or ')'")
      }
      position += 1
      if separator == UInt8(ascii: ")") { return types }
    }
  }

  mutating func type(depth: Int = 0) throws(ABITypeError) -> ABIType {
    let start = position
    var type: ABIType
    if next == UInt8(ascii: "(") {
      // Checked before the recursion, so that no text can exhaust the stack.
      guard depth < ABI.depthMax else { throw .tooDeep(position: start) }
      let members = try types(depth: depth + 1)
      var byteCount = 0
      for member in members {
        byteCount += member.headByteCount
        guard byteCount <= ABI.byteCountMax else { throw .tooLarge(position: start) }
      }
      type = ABIType(of: members, byteCountMin: byteCount, .tuple(members))
    } else {
      type = try elementary()
    }
    while next == UInt8(ascii: "[") { type = try array(of: type) }
    guard type.depth <= ABI.depthMax else { throw .tooDeep(position: start) }
    return type
  }

  /// Reads `[]` or `[k]`.
  private mutating func array(of element: ABIType) throws(ABITypeError) -> ABIType {
    let start = position
    guard element.depth < ABI.depthMax else { throw .tooDeep(position: start) }
    guard element.headByteCount > 0 else { throw .emptyElement(position: start) }
    position += 1
    let count = word()
    if !count.isEmpty, Int(count).map(String.init) != count {
      throw .wrongCount(position: start + 1, found: count)
    }
    guard next == UInt8(ascii: "]") else {
      throw unexpected(count.isEmpty ? "']' or a count" : "']'")
    }
    position += 1
    guard let count = Int(count) else {
      return ABIType(
        of: [element], byteCountMin: ABI.wordByteCount, isDynamic: true, .list(element))
    }
    guard count <= ABI.byteCountMax / element.headByteCount else {
      throw .tooLarge(position: start)
    }
    return ABIType(
      of: [element], byteCountMin: count * element.headByteCount, .array(element, count: count))
  }

  private mutating func elementary() throws(ABITypeError) -> ABIType {
    let start = position
    let found = word()
    switch found {
    case "address": return .address
    case "bool": return .bool
    case "bytes": return ABIType(word: .bytes, isDynamic: true)
    case "string": return .string
    case "uint" where takesSynonyms: return ABIType(word: .uint(bits: 256))
    case "int" where takesSynonyms: return ABIType(word: .int(bits: 256))
    case "uint", "int":
      throw .notCanonical(position: start, found: found, canonical: found + "256")
    default: break
    }
    let name = found.prefix { !$0.isNumber }
    let digits = found.dropFirst(name.count)
    guard !digits.isEmpty, ["uint", "int", "bytes"].contains(name) else {
      throw .unknownType(position: start, found: found)
    }
    let unit = name == "bytes" ? 1 : 8
    // A number with leading zeros would not be written back as the same text.
    guard let size = Int(digits), String(size) == digits, size.isMultiple(of: unit),
      1...32 ~= size / unit
    else { throw .wrongSize(position: start, found: found) }
    switch name {
    case "uint": return ABIType(word: .uint(bits: size))
    case "int": return ABIType(word: .int(bits: size))
    default: return ABIType(word: .fixedBytes(count: size))
    }
  }

  private mutating func word() -> String {
    let word = text[position...].prefix { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "_"), UInt8(ascii: "$"):
        true
      default: Self.isDigit(byte)
      }
    }
    position = word.endIndex
    return String(decoding: word, as: UTF8.self)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}

extension ABIType {
  /// Parses the canonical text of a type, such as `(uint8,bytes32[2])[]`, without spaces.
  ///
  /// - Throws: `ABITypeError`, with the position of the error.
  /// - SeeAlso: Contract ABI Specification, "Types".
  package init(_ text: some StringProtocol) throws(ABITypeError) {
    var parser = ABITypeParser(text)
    self = try parser.type()
    try parser.finish()
  }

  /// Parses the text of a typed type: `uint` and `int` stand for `uint256` and `int256`, as in
  /// Solidity.
  ///
  /// - Throws: `ABITypeError`, with the position of the error.
  package init(typed text: some StringProtocol) throws(ABITypeError) {
    var parser = ABITypeParser(text, takesSynonyms: true)
    self = try parser.type()
    try parser.finish()
  }
}
