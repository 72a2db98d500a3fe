public import OrderedCollections

extension IdentifiedArray: Equatable where Element: Equatable {
  /// Whether two arrays have equal elements in the same order.
  @inlinable
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.storage.values.elements == rhs.storage.values.elements
  }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  /// Feeds the elements, in order, to a hasher.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(storage.values.elements)
  }
}

extension IdentifiedArray: Encodable where Element: Encodable {
  /// Encodes the elements as an array.
  @inlinable
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(storage.values.elements)
  }
}

extension IdentifiedArray: Decodable
where Element: Decodable & Identifiable, ID == Element.ID {
  /// Decodes an array of elements.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if two elements have the same id.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let elements = try container.decode([Element].self)
    self.init()
    reserveCapacity(elements.count)
    for element in elements where !append(element).inserted {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "Two elements have the id \(element.id).")
    }
  }
}

extension IdentifiedArray: CustomStringConvertible {
  /// The elements, as an array's description.
  public var description: String { elements.description }
}

extension IdentifiedArray: CustomDebugStringConvertible {
  /// The elements, as an array's debug description.
  public var debugDescription: String { elements.debugDescription }
}

extension IdentifiedArray: CustomReflectable {
  /// A mirror that shows the elements.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: elements, displayStyle: .collection)
  }
}

extension IdentifiedArray: ChildStates {
  package static var childState: Any.Type { Element.self }
}
