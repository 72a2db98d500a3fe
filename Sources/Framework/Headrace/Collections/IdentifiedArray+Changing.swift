public import OrderedCollections

// MARK: - Inserting

extension IdentifiedArray {
  /// Appends an element, or reports that its id is already present.
  ///
  /// - Complexity: O(1) expected, amortised.
  @inlinable
  public mutating func append(
    _ element: Element, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let (isInserted, index) = insert(element, at: endIndex, from: site)
    if !isInserted { reportDuplicate(at: index, site) }
  }

  /// Appends an element unless its id is already present.
  ///
  /// - Returns: True if it was appended, and the position of the element with this id.
  /// - Complexity: O(1) expected, amortised.
  @inlinable
  @_disfavoredOverload
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    insert(element, at: endIndex, from: nil)
  }

  @usableFromInline
  func reportDuplicate(at index: Int, _ site: CallSite) {
    reportMisuse(
      """
      An element was not appended, because one with its id is there: \(ids[index]).

      An 'IdentifiedArray' has each id once, so nothing changed. Give the element a unique id, or \
      replace the other one with 'updateOrAppend'. If the id may be present already, use the \
      result: 'let (inserted, index) = rows.append(row)'.
      """, at: site)
  }

  /// Appends the elements whose ids are not yet present.
  ///
  /// - Complexity: O(*m*) expected, amortised, in the number of new elements.
  @inlinable
  public mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { _ = insert(element, at: endIndex, from: nil) }
  }

  /// Inserts an element unless its id is already present.
  ///
  /// - Returns: True if it was inserted, and the position of the element with this id.
  /// - Complexity: O(*n*)
  @inlinable
  @discardableResult
  public mutating func insert(
    _ element: Element, at index: Int, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> (inserted: Bool, index: Int) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return insert(element, at: index, from: site)
  }

  /// - Parameter site: The author's line; `nil` if unknown.
  @inlinable
  mutating func insert(
    _ element: Element, at index: Int, from site: CallSite?
  ) -> (inserted: Bool, index: Int) {
    let id = element[keyPath: self.id]
    if let existing = storage.index(forKey: id) { return (false, existing) }
    storage.updateValue(element, forKey: id, insertingAt: index)
    didInsert(id, at: site)
    return (true, index)
  }

  /// Appends the elements whose ids are not yet present.
  ///
  /// - Complexity: O(*m*) expected, amortised, in the number of new elements.
  @inlinable
  public static func += (array: inout Self, elements: some Sequence<Element>) {
    array.append(contentsOf: elements)
  }

  /// Replaces the element with the same id, or appends the new one.
  ///
  /// - Returns: The replaced element.
  /// - Complexity: O(1) expected, amortised.
  @inlinable
  @discardableResult
  public mutating func updateOrAppend(
    _ element: Element, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Element? {
    updateOrInsert(
      element, at: endIndex, fileID: fileID, filePath: filePath, line: line, column: column
    ).originalMember
  }

  /// Replaces the element with the same id, or inserts the new one.
  ///
  /// - Returns: The replaced element, and the position of the new one.
  /// - Complexity: O(*n*) if it inserts, otherwise O(1) expected.
  @discardableResult
  public mutating func updateOrInsert(
    _ element: Element, at index: Int, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> (originalMember: Element?, index: Int) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let (isInserted, index) = insert(element, at: index, from: site)
    if isInserted { return (nil, index) }
    let replaced = storage.values[index]
    exchange(at: index, for: element)
    return (replaced, index)
  }

  /// Replaces the element at a position with one that has the same id.
  ///
  /// - Precondition: The ids are equal.
  /// - Returns: The replaced element.
  /// - Complexity: O(1)
  @discardableResult
  public mutating func update(_ element: Element, at index: Int) -> Element {
    let replaced = storage.values[index]
    let oldID = storage.keys[index]
    precondition(oldID == element[keyPath: id] || oldID != oldID, Self.changedID(oldID))
    self[index] = element
    return replaced
  }
}

// MARK: - Removing

extension IdentifiedArray {
  /// Removes the element with an id.
  ///
  /// - Returns: The element, or `nil` if there was none.
  /// - Complexity: O(*n*)
  @inlinable
  @discardableResult
  public mutating func remove(id: ID) -> Element? { index(id: id).map { remove(at: $0) } }

  /// Removes the element with the same id as another.
  ///
  /// - Returns: The removed element, or `nil` if there was none.
  /// - Complexity: O(*n*)
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
    structureDidChange(at: id)
    return element
  }

  /// Removes all elements, keeping the memory on request.
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
  public mutating func removeFirst() -> Element { remove(at: 0) }

  /// Removes the last element.
  ///
  /// - Precondition: The array is not empty.
  /// - Complexity: O(1) expected.
  @inlinable
  @discardableResult
  public mutating func removeLast() -> Element { remove(at: count - 1) }

  /// Removes a number of elements from the front.
  ///
  /// - Precondition: There are that many.
  /// - Complexity: O(*n*)
  public mutating func removeFirst(_ countToRemove: Int) {
    removeSubrange(0..<countToRemove)
  }

  /// Removes a number of elements from the end.
  ///
  /// - Precondition: There are that many.
  /// - Complexity: O(*m*) expected, in the number of elements removed.
  public mutating func removeLast(_ countToRemove: Int) {
    removeSubrange((count - countToRemove)..<count)
  }

  /// Removes the elements in a range of positions.
  ///
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func removeSubrange(_ bounds: some RangeExpression<Int>) {
    let bounds = bounds.relative(to: self)
    if bounds.isEmpty { return }
    structureDidChange()
    storage.removeSubrange(bounds)
  }

  /// Removes the elements at several positions.
  ///
  /// - Parameter offsets: The positions, without repetition, each below `count`.
  /// - Complexity: O(*n*)
  public mutating func remove(atOffsets offsets: some Sequence<Int>) {
    let doomed = Set(offsets.map { storage.keys[$0] })
    removeAll { [id = id] in doomed.contains($0[keyPath: id]) }
  }
}
