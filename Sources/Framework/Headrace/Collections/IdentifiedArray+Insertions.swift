public import OrderedCollections

// MARK: - Inserting

extension IdentifiedArray {
  /// Appends an element. If its id is present already, it is not appended and this is reported.
  ///
  /// - Complexity: O(1) expected, amortised.
  @inlinable
  public mutating func append(
    _ element: Element, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let (isInserted, index) = insert(element, at: endIndex)
    guard !isInserted else { return }
    reportDuplicate(
      at: index, CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Appends an element unless its id is present already.
  ///
  /// - Returns: Whether it was appended, and the position of the element with this id.
  /// - Complexity: O(1) expected, amortised.
  @inlinable
  @_disfavoredOverload
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    insert(element, at: endIndex)
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

  /// Appends the elements whose ids are not present yet.
  ///
  /// - Complexity: O(*m*) expected, amortised, in the number of new elements.
  @inlinable
  public mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { insert(element, at: endIndex) }
  }

  /// Inserts an element unless its id is present already.
  ///
  /// - Returns: Whether it was inserted, and the position of the element with this id.
  /// - Complexity: O(*n*)
  @inlinable
  @discardableResult
  public mutating func insert(_ element: Element, at index: Int) -> (inserted: Bool, index: Int) {
    let id = element[keyPath: self.id]
    if let existing = storage.index(forKey: id) { return (false, existing) }
    storage.updateValue(element, forKey: id, insertingAt: index)
    didInsert(at: index)
    return (true, index)
  }

  /// Replaces the element with the same id, or appends the new one.
  ///
  /// - Returns: The replaced element.
  /// - Complexity: O(1) expected, amortised.
  @inlinable
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    let id = element[keyPath: id]
    guard let index = index(id: id) else {
      storage[id] = element
      didInsert(at: storage.count - 1)
      return nil
    }
    let replaced = storage.values[index]
    storage.values[index] = element
    changes.note(id)
    noteExchange(of: replaced, for: element)
    return replaced
  }

  /// Replaces the element with the same id, or inserts the new one.
  ///
  /// - Returns: The replaced element, and the position of the new one.
  /// - Complexity: O(*n*) if it inserts, otherwise O(1) expected.
  @inlinable
  @discardableResult
  public mutating func updateOrInsert(
    _ element: Element, at index: Int
  ) -> (originalMember: Element?, index: Int) {
    let id = element[keyPath: id]
    let result = storage.updateValue(element, forKey: id, insertingAt: index)
    if let replaced = result.originalMember {
      changes.note(id)
      noteExchange(of: replaced, for: element)
    } else {
      didInsert(at: result.index)
    }
    return result
  }

  /// Replaces the element at a position by one with the same id.
  ///
  /// - Precondition: The ids are equal.
  /// - Returns: The replaced element.
  /// - Complexity: O(1)
  @inlinable
  @discardableResult
  public mutating func update(_ element: Element, at index: Int) -> Element {
    let replaced = storage.values[index]
    let oldID = storage.keys[index]
    precondition(oldID == element[keyPath: id] || oldID != oldID, Self.changedID(oldID))
    self[index] = element
    return replaced
  }
}
