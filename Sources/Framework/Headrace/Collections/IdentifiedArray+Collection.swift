public import OrderedCollections

extension IdentifiedArray: RandomAccessCollection, MutableCollection {
  /// A position; 0 is the first element's.
  public typealias Index = Int

  /// A contiguous part of the elements.
  public typealias SubSequence = ArraySlice<Element>

  /// The position of the first element.
  @inlinable
  public var startIndex: Int { 0 }

  /// The position after the last element.
  @inlinable
  public var endIndex: Int { storage.count }

  /// The element at a position; it is changed in place.
  ///
  /// - Precondition: The position is that of an element. A new element keeps the id of the one it
  ///   replaces, or has an id that no other element has.
  /// - Complexity: O(1) expected; with another id, O(*n*).
  @inlinable
  public subscript(position: Int) -> Element {
    get { storage.values[position] }
    _modify {
      let id = storage.keys[position]
      let before = identity(at: position)
      changes.note(id)
      defer {
        noteChange(from: before, at: position)
        checkElement(at: position, has: id)
      }
      yield &storage.values[position]
    }
    set { replace(at: position, with: newValue) }
  }

  @inlinable
  mutating func replace(at position: Int, with element: Element) {
    let id = element[keyPath: self.id]
    let oldID = storage.keys[position]
    if oldID == id {
      changes.note(id)
      if ObservedElement.noteReplacement(of: storage.values[position], by: element) {
        contentStamp = ObservedElement.renewStamp(after: contentStamp)
      }
      storage.values[position] = element
      return
    }
    precondition(storage.index(forKey: id) == nil, Self.repeatedID(id))
    storage.remove(at: position)
    storage.updateValue(element, forKey: id, insertingAt: position)
    didRemove(oldID)
    didInsert(at: position)
  }

  /// The elements in a range of positions, as a slice of an array: only the whole keeps ids unique.
  ///
  /// The new elements may have other ids, as long as no two elements of the array share one.
  ///
  /// - Precondition: The new slice has as many elements as the range.
  /// - Complexity: O(1); setting is O(*n*).
  @inlinable
  public subscript(bounds: Range<Int>) -> ArraySlice<Element> {
    get { storage.values.elements[bounds] }
    set {
      precondition(
        newValue.count == bounds.count,
        "\(newValue.count) elements can't take the place of \(bounds.count).")
      var elements = storage.values.elements
      elements.replaceSubrange(bounds, with: newValue)
      replaceAll(with: elements)
    }
  }

  /// Calls a closure with the elements' memory, in which they may be reordered and replaced.
  ///
  /// Generic algorithms such as sorting use it: between two of their steps an element may be there
  /// twice.
  ///
  /// - Precondition: No two elements have the same id afterwards.
  /// - Complexity: O(*n*), and what the closure takes.
  @inlinable
  public mutating func withContiguousMutableStorageIfAvailable<Result>(
    _ body: (inout UnsafeMutableBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    // Safe: the array of the elements lends its memory, for this call only.
    var elements = storage.values.elements
    defer { replaceAll(with: elements) }
    return try elements.withContiguousMutableStorageIfAvailable(body)
  }

  /// Exchanges two elements.
  ///
  /// - Complexity: O(1) expected.
  @inlinable
  public mutating func swapAt(_ i: Int, _ j: Int) {
    storage.swapAt(i, j)
    if i != j { orderDidChange() }
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
