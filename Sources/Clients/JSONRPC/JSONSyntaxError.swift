/// The reason bytes are not an acceptable JSON text.
package enum JSONSyntaxError: Error, Hashable, Sendable {
  /// The bytes are not UTF-8.
  case notUTF8
  /// The text is not JSON, or one of its numbers exceeds the range of `Double`.
  case notJSON
  /// Arrays and objects are nested more deeply than `JSONValue.depthMax`.
  case tooDeep
}

extension JSONSyntaxError: CustomStringConvertible {
  /// The expected form of the bytes.
  package var description: String {
    switch self {
    case .notUTF8: "JSON in UTF-8"
    case .notJSON: "JSON"
    case .tooDeep: "JSON of at most \(JSONValue.depthMax) nested arrays and objects"
    }
  }
}

extension String {
  /// Returns the text, or its first Unicode scalars with a sign that more followed.
  ///
  /// It is meant for texts from others. It counts scalars and not characters, because one character
  /// may have any number of marks.
  package func shortened(toScalars countMax: Int) -> String {
    let kept = unicodeScalars.prefix(countMax)
    return kept.endIndex == endIndex ? self : String(kept) + "…"
  }
}
