public import OrderedCollections

// MARK: - Removing

extension IdentifiedArray {
  /// Removes the element with an id.
  ///
  /// - Returns: The element, or `nil` if there was none.
  /// - Complexity: O(*n*)
  @inlinable
  @discardableResult
  public mutating func remove(id: ID) -> Element? {
    index(id: id).map { remove(at: $0) }
  }

  /// Removes the element with the same id as another.
  ///
  /// - Returns: The removed element, or `nil` if there was none.
  /// - Complexity: O(*n*)
  @inlinable
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    remove(id: element[keyPath: id])
  }

  /// Removes the element at a position.
  ///
  /// - Complexity: O(*n*)
  @inlinable
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    let (id, element) = storage.remove(at: index)
    didRemove(id)
    return element
  }

  /// Removes all elements, and keeps the memory on request.
  ///
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func removeAll(keepingCapacity: Bool = false) {
    if isEmpty { return }
    structureDidChange()
    storage.removeAll(keepingCapacity: keepingCapacity)
  }

  /// Removes the elements that satisfy a condition.
  ///
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func removeAll(
    where shouldBeRemoved: (Element) throws -> Bool
  ) rethrows {
    let countBefore = count
    defer { if count != countBefore { structureDidChange() } }
    try storage.removeAll { try shouldBeRemoved($0.value) }
  }

  /// Removes the first element.
  ///
  /// - Precondition: The array is not empty.
  /// - Complexity: O(*n*)
  @inlinable
  @discardableResult
  public mutating func removeFirst() -> Element {
    let (id, element) = storage.removeFirst()
    didRemove(id)
    return element
  }

  /// Removes the last element.
  ///
  /// - Precondition: The array is not empty.
  /// - Complexity: O(1) expected.
  @inlinable
  @discardableResult
  public mutating func removeLast() -> Element {
    let (id, element) = storage.removeLast()
    didRemove(id)
    return element
  }

  /// Removes a number of elements from the front.
  ///
  /// - Precondition: There are that many.
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func removeFirst(_ countToRemove: Int) {
    removeSubrange(0..<countToRemove)
  }

  /// Removes a number of elements from the end.
  ///
  /// - Precondition: There are that many.
  /// - Complexity: O(*m*) expected, in the number of elements removed.
  @inlinable
  public mutating func removeLast(_ countToRemove: Int) {
    if countToRemove == 0 { return }
    willRemove(at: (storage.count - countToRemove)..<storage.count)
    storage.removeLast(countToRemove)
  }

  /// Removes the elements in a range of positions.
  ///
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func removeSubrange(_ bounds: some RangeExpression<Int>) {
    let bounds = bounds.relative(to: self)
    if bounds.isEmpty { return }
    willRemove(at: bounds)
    storage.removeSubrange(bounds)
  }

  /// Removes the elements at several positions.
  ///
  /// - Parameter offsets: The positions, without repetition, each below `count`.
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func remove(atOffsets offsets: some Sequence<Int>) {
    let offsets = Set(offsets)
    if offsets.isEmpty { return }
    let doomed = Set(offsets.map { storage.keys[$0] })
    willRemove(at: offsets)
    storage.removeAll { doomed.contains($0.key) }
  }
}
