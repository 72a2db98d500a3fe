/// Why bytes are not an acceptable JSON text.
package enum JSONSyntaxError: Error, Hashable, Sendable {
  /// The bytes are not UTF-8.
  case notUTF8
  /// The text is not JSON, or a number of it is beyond the range of `Double`.
  case notJSON
  /// More arrays and objects are nested than `JSONValue.depthMax`.
  case tooDeep
}

extension JSONSyntaxError: CustomStringConvertible {
  /// What was expected of the bytes.
  package var description: String {
    switch self {
    case .notUTF8: "JSON in UTF-8"
    case .notJSON: "JSON"
    case .tooDeep: "JSON of at most \(JSONValue.depthMax) nested arrays and objects"
    }
  }
}

extension String {
  /// The text, or its first scalars of Unicode with a sign that there were more.
  ///
  /// It is for texts of others. They are scalars and not characters, because one character may hold
  /// any number of marks.
  package func shortened(toScalars countMax: Int) -> String {
    let kept = unicodeScalars.prefix(countMax)
    return kept.endIndex == endIndex ? self : String(kept) + "…"
  }
}
