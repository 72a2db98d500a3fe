public import CustomDump

extension StackState: Equatable where Element: Equatable {
  /// Whether two stacks have equal elements with the same ids in the same order.
  public static func == (first: Self, second: Self) -> Bool {
    first.entries.elementsEqual(second.entries) { $0.id == $1.id && $0.element == $1.element }
  }
}

extension StackState: Hashable where Element: Hashable {
  /// Hashes ids and elements, in order.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(entries.count)
    for entry in entries {
      hasher.combine(entry.id)
      hasher.combine(entry.element)
    }
  }
}

extension StackState: Encodable where Element: Encodable {
  /// Encodes the elements as an array. The ids are not encoded: they mean nothing elsewhere.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(element) }
  }
}

extension StackState: Decodable where Element: Decodable {
  /// Decodes an array of elements, which get new ids.
  public init(from decoder: any Decoder) throws {
    self.init(try [Element](from: decoder))
  }
}

extension StackState: CustomDumpReflectable {
  /// Shows the elements by their ids.
  public var customDumpMirror: Mirror {
    Mirror(
      self,
      unlabeledChildren: zip(entries, self).map { (key: $0.id, value: $1) },
      displayStyle: .dictionary)
  }
}

extension StackState: CustomStringConvertible {
  /// The elements by their ids, such as `[#0: detail]`.
  public var description: String {
    "[" + zip(entries, self).map { "\($0.id): \($1)" }.joined(separator: ", ") + "]"
  }
}

extension StackState: ChildStates {
  package static var childState: Any.Type { Element.self }
}
