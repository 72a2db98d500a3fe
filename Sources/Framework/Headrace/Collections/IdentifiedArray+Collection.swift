public import OrderedCollections

extension IdentifiedArray: RandomAccessCollection, MutableCollection {
  /// The position of the first element.
  @inlinable
  public var startIndex: Int { 0 }

  /// The position after the last element.
  @inlinable
  public var endIndex: Int { storage.count }

  /// The element at a position; it is changed in place.
  ///
  /// - Precondition: The position is valid for an element. A new element keeps the id of the one
  ///   that it replaces, or has an id that no other element has.
  /// - Complexity: O(1) expected; with another id, O(*n*).
  @inlinable
  public subscript(position: Int) -> Element {
    get { storage.values[position] }
    _modify {
      let id = storage.keys[position]
      let before = ObservationTable.identity(ofElement: storage.values[position])
      defer {
        noteChange(of: id, from: before)
        checkElement(at: position, has: id)
      }
      yield &storage.values[position]
    }
    set {
      let (id, oldID) = (newValue[keyPath: id], storage.keys[position])
      if oldID == id { return exchange(at: position, for: newValue) }
      precondition(storage.index(forKey: id) == nil, Self.repeatedID(id))
      storage.remove(at: position)
      storage.updateValue(newValue, forKey: id, insertingAt: position)
      structureDidChange(at: oldID)
      didInsert(id)
    }
  }

  /// The elements in a range of positions, as an array slice: ids are unique only in the whole
  /// array.
  ///
  /// The new elements may have other ids, as long as no two elements of the array share one.
  ///
  /// - Precondition: The new slice has as many elements as the range.
  /// - Complexity: O(1); setting is O(*n*).
  @inlinable
  public subscript(bounds: Range<Int>) -> ArraySlice<Element> {
    get { elements[bounds] }
    set {
      precondition(
        newValue.count == bounds.count,
        "\(newValue.count) elements can't take the place of \(bounds.count).")
      var elements = elements
      elements.replaceSubrange(bounds, with: newValue)
      replaceAll(with: elements)
      for element in newValue { Self.checkEquality(of: element[keyPath: id]) }
    }
  }

  /// Calls a closure with the elements' memory, in which they can be reordered and replaced.
  ///
  /// Generic algorithms such as sorting use it: between two of their steps, an element may occur
  /// twice.
  ///
  /// - Precondition: Afterwards, no two elements have the same id.
  /// - Complexity: O(*n*), plus the closure's own cost.
  @inlinable
  public mutating func withContiguousMutableStorageIfAvailable<Result>(
    _ body: (inout UnsafeMutableBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    // Safe: the array of the elements lends its memory for this call only.
    var elements = elements
    defer { replaceAll(with: elements) }
    return try elements.withContiguousMutableStorageIfAvailable(body)
  }

  /// Exchanges two elements.
  ///
  /// - Complexity: O(1) expected.
  @inlinable
  public mutating func swapAt(_ i: Int, _ j: Int) {
    storage.swapAt(i, j)
    if i != j { structureVersion = StateStamp.next() }
  }
}

// MARK: - Transforming

extension IdentifiedArray {
  /// Returns the elements that satisfy a condition.
  ///
  /// - Complexity: O(*n*)
  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    Self(storage: try storage.filter { try isIncluded($0.value) }, id: id, reader: reader)
  }

  /// Reserves memory for a number of elements.
  ///
  /// - Complexity: O(*n*)
  public mutating func reserveCapacity(_ minimumCapacity: Int) {
    storage.reserveCapacity(minimumCapacity)
  }
}

// MARK: - Reordering

extension IdentifiedArray {
  /// Moves elements to the position before another element.
  ///
  /// - Parameters:
  ///   - source: The positions of the elements to move; they keep their order.
  ///   - destination: The position, before the move, of the element that they precede afterwards;
  ///     up to `count`.
  /// - Complexity: O(*n*)
  public mutating func move(fromOffsets source: some Sequence<Int>, toOffset destination: Int) {
    precondition((0...count).contains(destination), "There is no position \(destination).")
    let moving = Set(source)
    let isKept = { !moving.contains($0) }
    let order =
      (0..<destination).filter(isKept) + moving.sorted() + (destination..<count).filter(isKept)
    structureVersion = StateStamp.next()
    storage = Self.index(order.map { self[$0] }, by: id)
  }

  /// Moves an element.
  ///
  /// - Parameters:
  ///   - source: Its position.
  ///   - destination: Its position after the move.
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func move(from source: Int, to destination: Int) {
    structureVersion = StateStamp.next()
    let (key, value) = storage.remove(at: source)
    storage.updateValue(value, forKey: key, insertingAt: destination)
  }
}

// MARK: - Other Conformances

extension IdentifiedArray: Equatable where Element: Equatable {
  /// Returns true if both arrays have equal elements in the same order.
  @inlinable
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.elements == rhs.elements }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  /// Feeds the elements, in order, to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

extension IdentifiedArray: Encodable where Element: Encodable {
  /// Encodes the elements as an array.
  public func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
}

extension IdentifiedArray: Decodable
where Element: Decodable & Identifiable, ID == Element.ID {
  /// Decodes an array of elements.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if two elements have the same id.
  public init(from decoder: any Decoder) throws {
    self.init()
    for element in try [Element](from: decoder) where !append(element).inserted {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "Two elements have the id \(element.id)."))
    }
  }
}

extension IdentifiedArray: CustomStringConvertible {
  /// The elements, as an array's description.
  public var description: String { elements.description }
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

// MARK: - Keeping IDs and Elements Together

extension IdentifiedArray {
  /// Traps if a change in place gave an element another id: it would still be found under the old
  /// one.
  @inlinable
  mutating func checkElement(at position: Int, has id: ID) {
    let isSame = reader.id(of: &storage.values[position], at: self.id) == id
    // An id that does not equal itself was reported when the element was inserted.
    precondition(isSame || id != id, Self.changedID(id))
  }

  @inlinable
  mutating func checkElement(with id: ID) {
    if let position = index(id: id) { checkElement(at: position, has: id) }
  }

  /// Reports an id that does not equal itself, by which no element could be found.
  ///
  /// - Parameter site: The author's line; `nil` if unknown, as in a subscript.
  @usableFromInline
  static func checkEquality(of id: ID, at site: CallSite? = nil) {
    guard id != id else { return }
    let here = CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    reportMisuse(
      """
      An element was inserted into an 'IdentifiedArray' with an id that does not equal itself: \
      \(id).

      No element is found by such an id, so its actions, effects and changes by id are lost. Use \
      an id that equals itself: not '.nan' but, for example, a 'UUID' or an integer.
      """, at: site ?? TestSend.site ?? here)
  }

  /// Replaces all elements.
  ///
  /// Even if the ids are the same, any element may differ.
  ///
  /// - Complexity: O(*n*) expected.
  @inlinable
  mutating func replaceAll(with elements: [Element]) {
    structureDidChange()
    storage = Self.index(elements, by: id)
  }

  @usableFromInline
  static func changedID(_ id: ID) -> String {
    """
    The element with the id \(id) of an 'IdentifiedArray' was given another id in place. Remove \
    it, and insert one with the new id.
    """
  }

  @usableFromInline
  static func repeatedID(_ id: ID) -> String {
    """
    Two elements have the id \(id), but the ids of an 'IdentifiedArray' are unique. Say which to \
    keep with 'init(_:uniquingIDsWith:)', or add them with 'append(_:)' or 'updateOrAppend(_:)'.
    """
  }
}
