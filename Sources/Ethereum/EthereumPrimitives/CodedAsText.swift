/// A value that is encoded as its text, and validated when it is decoded.
package protocol CodedAsText: Codable {
  /// What is encoded.
  var codedText: String { get }
  /// Reads what was encoded.
  ///
  /// - Throws: An error if the text is not such a value.
  init(codedText: String) throws
}

extension CodedAsText {
  /// Writes the text.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(codedText)
  }

  /// Reads the text.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if it is not such a value.
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
