import HeadraceJournal

/// Writes what an entity must be able to read back.
enum EntityCoding {
  /// The value as JSON.
  ///
  /// - Throws: What the value's `encode(to:)` throws; a failure for what is `Sensitive`, because it
  ///   would not be there when it is read back.
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
