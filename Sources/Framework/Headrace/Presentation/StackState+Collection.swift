extension StackState: RandomAccessCollection, RangeReplaceableCollection {
  /// The position of the bottom element.
  @inlinable
  public var startIndex: Int { 0 }

  /// The position above the top element.
  @inlinable
  public var endIndex: Int { entries.count }

  /// The element at a position.
  ///
  /// Assigning keeps the id but starts a new child, unless it puts a changed copy of the child
  /// back; changing in place keeps the child.
  ///
  /// - Complexity: O(1)
  @inlinable
  public subscript(position: Int) -> Element {
    get {
      guard let element = entries[position].element else { Self.trapWhileChanging() }
      return element
    }
    set {
      replaceElement(at: position, by: newValue)
    }
    _modify {
      guard var element = entries[position].element else { Self.trapWhileChanging() }
      let before = willChangeInPlace(at: position)
      // The stack releases the element, so that the change finds it uniquely referenced.
      entries[position].element = nil
      defer {
        entries[position].element = element
        didChangeInPlace(at: position, from: before)
      }
      yield &element
    }
  }

  @usableFromInline
  static func trapWhileChanging() -> Never {
    preconditionFailure("An element of a 'StackState' was read while it was being changed.")
  }

  /// Replaces some elements with others, which get new ids.
  ///
  /// - Complexity: O(*n*) for elements on top; O(*n* · *m*) for *m* elements below others.
  @inlinable
  public mutating func replaceSubrange(
    _ subrange: Range<Int>, with newElements: some Collection<Element>
  ) {
    guard !subrange.isEmpty || !newElements.isEmpty else { return }
    for position in subrange { noteStructure(at: position) }
    entries.removeSubrange(subrange)
    for (offset, element) in newElements.enumerated() {
      insert(element, id: makeID(), at: subrange.lowerBound + offset)
    }
  }

  /// Pushes an element on top; it gets a new id.
  ///
  /// - Complexity: O(1), amortised; more if elements were inserted below others.
  @inlinable
  public mutating func append(_ element: Element) {
    put(element, at: makeID())
  }

  /// Removes the top element.
  ///
  /// - Precondition: The stack is not empty.
  /// - Complexity: O(1)
  @inlinable
  @discardableResult
  public mutating func removeLast() -> Element {
    noteStructure(at: entries.count - 1)
    guard let element = entries.removeLast().element else { Self.trapWhileChanging() }
    return element
  }
}

extension StackState: ExpressibleByArrayLiteral {
  /// Creates a stack of elements, bottom first.
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}
