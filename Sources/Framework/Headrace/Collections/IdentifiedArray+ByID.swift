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
    set {
      guard let newValue else {
        remove(id: id)
        return
      }
      if let index = index(id: id) {
        exchange(at: index, for: newValue)
      } else {
        storage[id] = newValue
        didInsert(id)
      }
      checkElement(with: id)
    }
    _modify {
      let countBefore = storage.count
      let before = ObservationTable.identity(ofElement: storage[id])
      defer {
        if storage.count > countBefore { didInsert(id) }
        if storage.count < countBefore { structureDidChange(at: id) }
        noteChange(of: id, from: before)
        checkElement(with: id)
      }
      yield &storage[id]
    }
  }

  /// The position of the element with an id.
  ///
  /// - Complexity: O(1) expected.
  @inlinable
  @inline(__always)
  public func index(id: ID) -> Int? { storage.index(forKey: id) }

  /// Changes the element with an id in place, if it is present.
  ///
  /// Unlike ``subscript(id:)`` this method can't remove the element, so it need not move it.
  ///
  /// - Precondition: The element keeps its id.
  /// - Complexity: O(1) expected.
  // Inlined, like the look-up: otherwise each would copy the array's fields.
  @inlinable
  @inline(__always)
  package mutating func modify<Result>(
    id: ID, _ body: (inout Element) -> Result
  ) -> Result? {
    guard let index = index(id: id) else { return nil }
    changes.note(id)
    contentStamp = StateStamp.next()
    defer { checkElement(at: index, has: id) }
    return body(&storage.values[index])
  }

  /// Lets the runtime inspect the element with an id in place.
  ///
  /// Nothing is noted, because the runtime does not change the element.
  ///
  /// - Complexity: O(1) expected.
  @inlinable
  mutating func look(at id: ID, _ body: (inout Element) -> Void) {
    guard let index = index(id: id) else { return }
    body(&storage.values[index])
  }

  /// Replaces an element by one with the same id.
  @inlinable
  mutating func exchange(at position: Int, for element: Element) {
    let id = storage.keys[position]
    changes.note(id)
    if ObservationTable.noteReplacement(ofElement: storage.values[position], by: element) {
      contentStamp = StateStamp.next()
    }
    storage.values[position] = element
  }
}

// MARK: - Noting Changes

extension IdentifiedArray {
  /// Notes that the element with an id was added or removed; without an id, that several were, or
  /// may have been replaced.
  @inlinable
  mutating func structureDidChange(at id: ID? = nil) {
    structureVersion = StateStamp.next()
    if let id { changes.note(id) } else { changes.noteSeveral() }
  }

  /// Notes that one element was added.
  @inlinable
  mutating func didInsert(_ id: ID) {
    structureDidChange(at: id)
    Self.checkEquality(of: id)
  }

  /// Notes that an element was changed in place.
  ///
  /// - Parameter before: The identity of the element before the change.
  @inlinable
  mutating func noteChange(of id: ID, from before: ObservableStateID?) {
    changes.note(id)
    if ObservationTable.elementMayHaveChanged(from: before, to: storage[id]) {
      contentStamp = StateStamp.next()
    }
  }
}

// MARK: - Keeping IDs and Elements Together

extension IdentifiedArray {
  /// Traps if a change in place gave an element another id: it would still be found under the old
  /// one.
  ///
  /// The id is compared in its memory: its key path would copy the whole element.
  @inlinable
  func checkElement(at position: Int, has id: ID) {
    // An id that does not equal itself was reported when the element was inserted.
    guard let idOffset else {
      precondition(
        storage.values[position][keyPath: self.id] == id || id != id, Self.changedID(id))
      return
    }
    let isSame = storage.values.elements.withUnsafeBytes { bytes in
      // Safe: an element is at the position, and the compiler computed the offset, of a stored
      // property, for this very key path.
      let place = position * MemoryLayout<Element>.stride + idOffset
      return (bytes.baseAddress.unsafelyUnwrapped + place).assumingMemoryBound(to: ID.self).pointee
        == id
    }
    precondition(isSame || id != id, Self.changedID(id))
  }

  @inlinable
  func checkElement(with id: ID) {
    if let position = index(id: id) { checkElement(at: position, has: id) }
  }

  /// Reports an id that does not equal itself, by which no element could be found.
  @usableFromInline
  static func checkEquality(of id: ID) {
    guard id != id else { return }
    reportMisuse(
      """
      An element was inserted into an 'IdentifiedArray' with an id that does not equal itself: \
      \(id).

      No element is found by such an id, so its actions, effects and changes by id are lost. Use \
      an id that equals itself: not '.nan' but, for example, a 'UUID' or an integer.
      """, at: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
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
