import HeadraceJournal

/// Encodes values that an entity must be able to read back.
enum EntityCoding {
  /// Encodes a value as JSON.
  ///
  /// - Throws: The errors of the value's `encode(to:)`; a failure for `Sensitive` values, because
  ///   they would be missing when they are read back.
  static func json(of value: Any) throws -> JSONValue {
    guard let value = value as? any Encodable else {
      throw Failure(detail: "'\(type(of: value))' is not 'Encodable'")
    }
    let (json, missing) = try JSONValue.encoding(value)
    if let missing { throw Failure(detail: "it has \(missing)") }
    return json
  }

  private struct Failure: Error, CustomStringConvertible {
    let detail: String
    var description: String { detail }
  }
}
