public import OrderedCollections

extension IdentifiedArray: RandomAccessCollection, MutableCollection {
  /// A position; 0 is the first element's.
  public typealias Index = Int

  /// The position of the first element.
  @inlinable
  public var startIndex: Int { 0 }

  /// The position after the last element.
  @inlinable
  public var endIndex: Int { storage.count }

  /// The element at a position; changing it is done in place.
  ///
  /// - Precondition: The position is one of an element. An element that is set keeps the id of the
  ///   one it replaces, or has an id that no other element has.
  /// - Complexity: O(1) expected; with another id, O(*n*).
  @inlinable
  public subscript(position: Int) -> Element {
    get { storage.values[position] }
    _modify {
      let id = storage.keys[position]
      defer { elementDidChange(at: position, id: id) }
      yield &storage.values[position]
    }
    set { replace(at: position, with: newValue) }
  }

  @inlinable
  func elementDidChange(at position: Int, id: ID) {
    assert(storage.values[position][keyPath: self.id] == id, Self.changedID)
  }

  @inlinable
  mutating func replace(at position: Int, with element: Element) {
    let id = element[keyPath: self.id]
    if storage.keys[position] == id {
      storage.values[position] = element
      return
    }
    precondition(
      storage.keys.firstIndex(of: id) == nil, "Another element has the id \(id) already.")
    storage.remove(at: position)
    storage.updateValue(element, forKey: id, insertingAt: position)
    structureDidChange()
  }

  /// Exchanges two elements.
  ///
  /// - Complexity: O(1) expected.
  @inlinable
  public mutating func swapAt(_ i: Int, _ j: Int) {
    storage.swapAt(i, j)
  }
}

// MARK: - Transforming

extension IdentifiedArray {
  /// The elements that satisfy a condition.
  ///
  /// - Complexity: O(*n*)
  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    Self(storage: try storage.filter { try isIncluded($0.value) }, id: id)
  }

  /// Makes room for a number of elements.
  ///
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func reserveCapacity(_ minimumCapacity: Int) {
    storage.reserveCapacity(minimumCapacity)
  }
}
