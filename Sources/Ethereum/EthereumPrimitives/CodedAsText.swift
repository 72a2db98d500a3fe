/// A value that is encoded as text, and validated when it is decoded.
package protocol CodedAsText: Codable {
  /// The encoded text.
  var codedText: String { get }
  /// Creates a value from its encoded text.
  ///
  /// - Throws: An error if the text is not a valid value.
  init(codedText: String) throws
}

extension CodedAsText {
  /// Encodes the text.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(codedText)
  }

  /// Decodes the text.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if it is not a valid value.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    do {
      try self.init(codedText: text)
    } catch {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "not a valid \(Self.self): \(error)")
    }
  }
}

extension Address: CodedAsText {
  package var codedText: String { hex }
  package init(codedText: String) throws { try self.init(hex: codedText) }
}

extension Hash32: CodedAsText {
  package var codedText: String { hex }
  package init(codedText: String) throws { try self.init(hex: codedText) }
}

extension Wei: CodedAsText {
  package var codedText: String { decimalText }
  package init(codedText: String) throws { try self.init(decimal: codedText) }
}
