/// The decoded part of a URL that identifies a screen: the path's segments and the query's items.
struct LinkURL: Equatable {
  struct Item: Equatable {
    var name: String
    var text: String
  }

  var segments: [String] = []
  var items: [Item] = []
}

// MARK: - Reading

extension LinkURL {
  /// Reads the part of a URL after its prefix.
  ///
  /// - Parameters:
  ///   - text: The bytes of a path and a query; their indices are offsets in the whole URL.
  ///   - limits: The limits of a link.
  /// - Complexity: O(*n*) in the number of bytes.
  init(reading text: ArraySlice<UInt8>, limits: DeepLinkLimits) throws(DeepLinkError) {
    for offset in text.indices where !text[offset].canStandInURL {
      throw .malformed(text[offset] == .hash ? .fragment : .character, byteOffset: offset)
    }
    let pathEnd = text.firstIndex(of: .question) ?? text.endIndex
    try readPath(text[..<pathEnd], limits: limits)
    try readQuery(text[pathEnd...].dropFirst(), limits: limits)
  }

  private mutating func readPath(
    _ path: ArraySlice<UInt8>, limits: DeepLinkLimits
  ) throws(DeepLinkError) {
    let parts = Self.parts(of: path, by: .slash, countMax: limits.segmentCountMax)
    guard let parts else { throw .tooManySegments(max: limits.segmentCountMax) }
    for part in parts {
      let segment = try Self.decode(part)
      if segment.isEmpty { throw .malformed(.emptySegment, byteOffset: part.startIndex) }
      if segment.isDotSegment { throw .malformed(.dotSegment, byteOffset: part.startIndex) }
      segments.append(segment)
    }
  }

  private mutating func readQuery(
    _ query: ArraySlice<UInt8>, limits: DeepLinkLimits
  ) throws(DeepLinkError) {
    let parts = Self.parts(of: query, by: .ampersand, countMax: limits.queryItemCountMax)
    guard let parts else { throw .tooManyQueryItems(max: limits.queryItemCountMax) }
    for part in parts {
      let nameEnd = part.firstIndex(of: .equals) ?? part.endIndex
      let name = try Self.decode(part[..<nameEnd])
      if name.isEmpty { throw .malformed(.namelessQueryItem, byteOffset: part.startIndex) }
      if items.contains(where: { $0.name.isSameText(as: name) }) {
        throw .repeatedQueryItem(name: name.shownInErrors)
      }
      items.append(Item(name: name, text: try Self.decode(part[nameEnd...].dropFirst())))
    }
  }

  /// Returns the parts between separators; `nil` if there are too many.
  ///
  /// An empty text has no parts.
  private static func parts(
    of text: ArraySlice<UInt8>, by separator: UInt8, countMax: Int
  ) -> [ArraySlice<UInt8>]? {
    guard !text.isEmpty else { return [] }
    let parts = text.split(
      separator: separator, maxSplits: countMax, omittingEmptySubsequences: false)
    return parts.count > countMax ? nil : parts
  }

  /// Decodes percent-encoding.
  ///
  /// A `+` stays a `+`: it stands for a space only in form data, not in URLs.
  private static func decode(_ part: ArraySlice<UInt8>) throws(DeepLinkError) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(part.count)
    var rest = part
    while let byte = rest.popFirst() {
      guard byte == .percent else {
        bytes.append(byte)
        continue
      }
      let offset = rest.startIndex - 1
      guard let high = rest.popFirst()?.hexDigitValue, let low = rest.popFirst()?.hexDigitValue
      else { throw .malformed(.percentEncoding, byteOffset: offset) }
      let decoded = high << 4 | low
      if decoded.isControl { throw .malformed(.controlCharacter, byteOffset: offset) }
      // U+0080 to U+009F: some terminals interpret them as the beginning of a command.
      if bytes.last == 0xC2, decoded < 0xA0 {
        throw .malformed(.controlCharacter, byteOffset: offset - 3)
      }
      bytes.append(decoded)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .malformed(.utf8, byteOffset: part.startIndex)
    }
    return text
  }
}

// MARK: - Writing

extension LinkURL {
  /// The path and the query in the form of a URL: only characters that need it are percent-encoded.
  var text: String {
    guard !items.isEmpty else { return path }
    let query = items.map { "\(Self.encode($0.name))=\(Self.encode($0.text))" }
    return path + "?" + query.joined(separator: "&")
  }

  private var path: String { segments.map(Self.encode).joined(separator: "/") }

  /// Only the path, truncated if it is long, for display.
  var shownPath: String { path.cutForErrors }

  fileprivate static func encode(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if byte.needsNoEncoding {
        bytes.append(byte)
      } else {
        bytes += [.percent, .hexDigit(byte >> 4), .hexDigit(byte & 0xF)]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  /// A text from a URL in the form for errors: percent-encoded, because it may change the direction
  /// of the shown text, and truncated if it is long.
  var shownInErrors: String { LinkURL.encode(self).cutForErrors }

  /// The text, truncated if it is long.
  fileprivate var cutForErrors: String {
    let lengthMax = 80
    return utf8.count > lengthMax ? prefix(lengthMax) + "…" : self
  }
}

extension StringProtocol {
  /// Returns true if two texts have the same bytes.
  ///
  /// `==` also treats canonically equivalent Unicode texts as equal, but a URL distinguishes them.
  func isSameText(as other: some StringProtocol) -> Bool {
    utf8.elementsEqual(other.utf8)
  }

  /// True if the text contains a control character: U+0000 to U+001F, or U+007F to U+009F.
  var hasControlCharacter: Bool {
    unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
  }

  /// True if the text denotes the folder itself or the parent folder, which other programs resolve.
  var isDotSegment: Bool { isSameText(as: ".") || isSameText(as: "..") }
}
