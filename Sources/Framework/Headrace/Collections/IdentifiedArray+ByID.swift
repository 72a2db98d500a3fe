public import OrderedCollections

// MARK: - Finding and Changing by ID

extension IdentifiedArray {
  /// The element with an id.
  ///
  /// Setting `nil` removes the element; setting an element whose id is not present appends it. The
  /// element is changed in place.
  ///
  /// - Precondition: The element has this id afterwards.
  /// - Complexity: O(1) expected; removing is O(*n*).
  @inlinable
  @inline(__always)
  public subscript(id id: ID) -> Element? {
    get { index(id: id).map { storage.values[$0] } }
    set { setElement(newValue, id: id) }
    _modify {
      let countBefore = storage.count
      let before = ObservationTable.isAnyPresent ? identity(at: index(id: id)) : nil
      defer { elementDidChange(id: id, countBefore: countBefore, before: before) }
      yield &storage[id]
    }
  }

  @inlinable
  mutating func setElement(_ element: Element?, id: ID) {
    let index = index(id: id)
    guard let element else {
      if let index { remove(at: index) }
      return
    }
    if let index {
      exchange(at: index, for: element)
      return checkElement(at: index, has: id)
    }
    storage[id] = element
    didInsert(at: storage.count - 1)
    checkElement(at: storage.count - 1, has: id)
  }

  @inlinable
  mutating func elementDidChange(id: ID, countBefore: Int, before: ObservableStateID?) {
    if storage.count > countBefore { didInsert(at: countBefore) }
    if storage.count < countBefore { didRemove(id) }
    let index = index(id: id)
    noteChange(from: before, at: index)
    guard let index else { return }
    changes.note(id)
    checkElement(at: index, has: id)
  }

  /// The position of the element with an id.
  ///
  /// - Complexity: O(1) expected.
  @inlinable
  @inline(__always)
  public func index(id: ID) -> Int? {
    if lastIndex < storage.count, storage.keys[lastIndex] == id { return lastIndex }
    return storage.index(forKey: id)
  }

  /// Changes the element with an id where it stands, if there is one.
  ///
  /// Unlike ``subscript(id:)`` it can't remove the element, so it need not move it.
  ///
  /// - Precondition: The element keeps its id.
  /// - Complexity: O(1) expected.
  // Inlined, like the look-up: out of line each would copy the array's fields.
  @inlinable
  @inline(__always)
  package mutating func modify<Result>(
    id: ID, _ body: (inout Element) -> Result
  ) -> Result? {
    guard let index = index(id: id) else { return nil }
    lastIndex = index
    changes.note(id)
    contentStamp = StateStamp.next()
    defer { checkElement(at: index, has: id) }
    return body(&storage.values[index])
  }

  /// Lets the runtime look at the element with an id in place. Nothing is noted: the runtime does
  /// not change the element.
  ///
  /// - Complexity: O(1) expected.
  @inlinable
  mutating func look(at id: ID, _ body: (inout Element) -> Void) {
    guard let index = index(id: id) else { return }
    body(&storage.values[index])
  }

  /// The identity of the element at a position, where it is needed.
  @inlinable
  func identity(at position: Int?) -> ObservableStateID? {
    ObservedElement.identity(of: position.map { storage.values[$0] })
  }

  /// Notes that an element was changed in place.
  @inlinable
  mutating func noteChange(from before: ObservableStateID?, at position: Int?) {
    let hasChanged = ObservedElement.noteChange(
      from: before, to: position.map { storage.values[$0] })
    if hasChanged { contentStamp = ObservedElement.renewStamp(after: contentStamp) }
  }

  /// Replaces an element by one with the same id.
  @inlinable
  mutating func exchange(at position: Int, for element: Element) {
    let id = storage.keys[position]
    changes.note(id)
    if ObservedElement.noteReplacement(of: storage.values[position], by: element) {
      contentStamp = ObservedElement.renewStamp(after: contentStamp)
    }
    storage.values[position] = element
  }
}

// MARK: - Keeping IDs and Elements Together

extension IdentifiedArray {
  /// Traps if an element was changed in place and now has another id.
  ///
  /// It would be found under an id that it no longer has. If the id is a stored property, the check
  /// is one comparison. A computed id is checked in debug builds only, because every action for a
  /// row comes through here.
  ///
  /// - Complexity: O(1)
  @inlinable
  func checkElement(at position: Int, has id: ID) {
    guard let idOffset else {
      assert(storage.values[position][keyPath: self.id] == id || id != id, Self.changedID(id))
      return
    }
    let isSame = storage.values.elements.withUnsafeBytes { bytes in
      // Safe: an element is at the position, and the offset is that of a stored property, computed
      // by the compiler for this very key path.
      let place = position * MemoryLayout<Element>.stride + idOffset
      return (bytes.baseAddress.unsafelyUnwrapped + place).assumingMemoryBound(to: ID.self).pointee
        == id
    }
    // An id that does not equal itself was reported when its element was inserted.
    precondition(isSame || id != id, Self.changedID(id))
  }

  /// Reports an id that does not equal itself, so that no element can be found by it.
  @inlinable
  static func checkEquality(of id: ID) {
    if id != id { reportUnequal(id) }
  }

  @usableFromInline
  static func reportUnequal(_ id: ID) {
    reportMisuse(
      """
      An element was inserted into an 'IdentifiedArray' with an id that does not equal itself: \
      \(id).

      No element is found by such an id, so its actions, effects and changes by id are lost. Use \
      an id that equals itself: not '.nan' but, for example, a 'UUID' or an integer.
      """, at: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
  }

  /// Orders elements by their ids; traps if two have the same.
  ///
  /// - Complexity: O(*n*) expected.
  @inlinable
  static func index(
    _ elements: some Sequence<Element>, by id: any KeyPath<Element, ID> & Sendable
  ) -> OrderedDictionary<ID, Element> {
    var storage = OrderedDictionary<ID, Element>(minimumCapacity: elements.underestimatedCount)
    for element in elements {
      let elementID = element[keyPath: id]
      let other = storage.updateValue(element, forKey: elementID)
      precondition(other == nil, Self.repeatedID(elementID))
      checkEquality(of: elementID)
    }
    return storage
  }

  /// Replaces all elements. Even if the ids are the same, any element may differ.
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
