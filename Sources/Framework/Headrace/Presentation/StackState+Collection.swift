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
  /// Assigning keeps the id and begins anew; changing in place goes on.
  ///
  /// - Complexity: O(1)
  public subscript(position: Int) -> Element {
    get {
      guard let element = entries.values[position].element else { Self.trapWhileChanging() }
      return element
    }
    set {
      entries.values[position] = Entry(newValue)
      structureDidChange()
    }
    _modify {
      guard var element = entries.values[position].element else { Self.trapWhileChanging() }
      // The stack lets go of the element, so that the change finds it uniquely referenced.
      entries.values[position].element = nil
      defer { entries.values[position].element = element }
      yield &element
    }
  }

  private static func trapWhileChanging() -> Never {
    preconditionFailure("An element of a 'StackState' was read while it was being changed.")
  }

  /// Replaces some elements by others, which get new ids.
  ///
  /// - Complexity: O(*n*) for elements on top; O(*n* · *m*) for *m* elements below others.
  public mutating func replaceSubrange(
    _ subrange: Range<Int>, with newElements: some Collection<Element>
  ) {
    guard !subrange.isEmpty || !newElements.isEmpty else { return }
    entries.removeSubrange(subrange)
    guard !newElements.isEmpty else { return structureDidChange() }
    let ids = DependencyValues.current.stackElementIDs
    for (offset, element) in newElements.enumerated() {
      entries.updateValue(
        Entry(element), forKey: makeID(by: ids), insertingAt: subrange.lowerBound + offset)
    }
    structureDidChange()
  }

  /// Puts an element on top; it gets a new id.
  ///
  /// - Complexity: O(1) expected.
  public mutating func append(_ element: Element) {
    put(element, at: makeID(by: DependencyValues.current.stackElementIDs))
  }

  /// The next id that is not on this stack: it may hold ids made elsewhere.
  private func makeID(by ids: StackElementIDGenerator) -> StackElementID {
    var id = ids.makeID()
    while entries.keys.contains(id) { id = ids.makeID() }
    return id
  }
}

extension StackState: ExpressibleByArrayLiteral {
  /// Creates a stack of elements, bottom first.
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}
