/// The name of an entity, which consists of its feature and a key, as in `order/17`.
public struct EntityID: Hashable, Sendable {
  /// The name of the feature, as in its ``DurableFeature``.
  public let feature: String

  /// The key of the entity within the feature.
  public let key: String

  /// Creates a name.
  ///
  /// - Parameters:
  ///   - feature: The name of the feature, without a slash.
  ///   - key: The key of the entity within the feature; any text without a NUL character. Together
  ///     with the feature it has at most 1,000 bytes.
  public init(_ feature: String, _ key: String) {
    self.feature = feature
    self.key = key
  }

  /// Creates a name from its text; the part before the first slash is the feature.
  public init(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    self.init(String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
  }
}

extension EntityID {
  // An index of PostgreSQL allows slightly more.
  private static let byteCountMax = 1_000

  /// The reason why nothing can be written for the entity; `nil` if the ID is valid.
  var problem: String? {
    let name = "\(self)"
    if name.utf8.contains(0) { return "the ID has a NUL character" }
    return name.utf8.count > Self.byteCountMax ? "the ID is longer than 1,000 bytes" : nil
  }
}

extension EntityID: ExpressibleByStringInterpolation {
  /// Creates a name from its text, such as `"order/17"`.
  public init(stringLiteral text: String) { self.init(text) }
}

extension EntityID: CustomStringConvertible {
  /// The name as text.
  public var description: String { "\(feature)/\(key)" }
}

extension EntityID {
  /// Returns `true` if two names have the same bytes, as a database compares them.
  public static func == (first: EntityID, second: EntityID) -> Bool {
    first.feature.utf8.elementsEqual(second.feature.utf8)
      && first.key.utf8.elementsEqual(second.key.utf8)
  }

  /// Hashes the bytes of the name.
  public func hash(into hasher: inout Hasher) {
    for byte in feature.utf8 { hasher.combine(byte) }
    hasher.combine(0xFF as UInt8)
    for byte in key.utf8 { hasher.combine(byte) }
  }
}

extension EntityID: Comparable {
  /// Orders names by their features, then by their keys.
  public static func < (first: EntityID, second: EntityID) -> Bool {
    (first.feature, first.key) < (second.feature, second.key)
  }
}

extension EntityID: Codable {
  /// Decodes the name from its text.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the name as text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
