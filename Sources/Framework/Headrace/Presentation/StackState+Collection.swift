public import OrderedCollections

extension StackState: RandomAccessCollection, RangeReplaceableCollection {
  /// The position of the bottom element.
  @inlinable
  public var startIndex: Int { 0 }

  /// The position above the top element.
  @inlinable
  public var endIndex: Int { entries.count }

  /// The element at a position.
  ///
  /// Assigning an element keeps the id but starts a new child, unless the element is a changed copy
  /// of the child; changing in place keeps the child.
  ///
  /// - Complexity: O(1)
  @inlinable
  public subscript(position: Int) -> Element {
    get { entries.values[position].value! }
    set { replaceElement(at: position, by: newValue) }
    _modify {
      let before = willChangeInPlace(at: position)
      defer { didChangeInPlace(at: position, from: before) }
      yield &entries.values[position].wrappedValue!
    }
  }

  /// Replaces some elements with others, which get new ids.
  ///
  /// - Complexity: O(*n*) for elements on top; O(*n* · *m*) for *m* elements below others.
  @inlinable
  public mutating func replaceSubrange(
    _ subrange: Range<Int>, with newElements: some Collection<Element>
  ) {
    guard !subrange.isEmpty || !newElements.isEmpty else { return }
    structureVersion = StateStamp.next()
    entries.removeSubrange(subrange)
    for (position, element) in zip(subrange.lowerBound..., newElements) {
      insert(element, id: makeID(), at: position)
    }
  }

  /// Returns an id that no element has: some elements may have ids that were created elsewhere.
  @usableFromInline
  func makeID() -> StackElementID {
    let generator = DependencyValues.current.stackElementIDs
    var id = generator.makeID()
    while index(id: id) != nil { id = generator.makeID() }
    return id
  }
}

// MARK: - Going Back

extension StackState {
  /// Removes an element and all above it from the stack.
  ///
  /// - Parameter id: The lowest element to remove.
  /// - Returns: True if it was on the stack.
  /// - Complexity: O(*n*)
  @inlinable
  @discardableResult
  public mutating func pop(from id: StackElementID) -> Bool {
    guard let index = index(id: id) else { return false }
    removeSubrange(index...)
    return true
  }

  /// Removes all elements above a given one from the stack.
  ///
  /// - Parameter id: The element to go back to.
  /// - Returns: True if it is on the stack.
  /// - Complexity: O(*n*)
  @inlinable
  @discardableResult
  public mutating func pop(to id: StackElementID) -> Bool {
    guard let index = index(id: id) else { return false }
    removeSubrange((index + 1)...)
    return true
  }
}

// MARK: - Other Conformances

extension StackState: ExpressibleByArrayLiteral {
  /// Creates a stack of elements, bottom first.
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension StackState: Equatable where Element: Equatable {
  /// Returns true if both stacks have equal elements with the same ids in the same order.
  public static func == (first: Self, second: Self) -> Bool { first.entries == second.entries }
}

extension StackState: Hashable where Element: Hashable {
  /// Hashes ids and elements, in order.
  public func hash(into hasher: inout Hasher) { hasher.combine(entries) }
}

extension StackState: Encodable where Element: Encodable {
  /// Encodes the elements as an array.
  ///
  /// Only a journal contains their ids, which have no meaning elsewhere.
  public func encode(to encoder: any Encoder) throws {
    guard encoder.userInfo.isOfJournal else { return try Array(self).encode(to: encoder) }
    try ids.map { StackRecord(id: $0, element: self[id: $0]) }.encode(to: encoder)
  }
}

extension StackState: Decodable where Element: Decodable {
  /// Decodes an array of elements, which get new ids unless they come from a journal.
  public init(from decoder: any Decoder) throws {
    self.init(decoder.userInfo.isOfJournal ? [] : try [Element](from: decoder))
    guard decoder.userInfo.isOfJournal else { return }
    for record in try [StackRecord<Element>](from: decoder) { self[id: record.id] = record.element }
  }
}

/// An element of a stack in a journal, whose actions refer to it by its id.
private struct StackRecord<Element> {
  let id: StackElementID
  let element: Element?
}

extension StackRecord: Encodable where Element: Encodable {}
extension StackRecord: Decodable where Element: Decodable {}

extension StackState: CustomStringConvertible {
  /// The elements by their ids, such as `[#0: detail]`.
  public var description: String {
    "[" + zip(ids, self).map { "\($0): \($1)" }.joined(separator: ", ") + "]"
  }
}

extension StackState: ChildStates {
  package static var childState: Any.Type { Element.self }
}
