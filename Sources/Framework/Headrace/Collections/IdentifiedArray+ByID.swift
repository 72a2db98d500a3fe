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
  /// - Parameter isNeeded: Pass `false` to ask only if it is present. Access in place copies an
  ///   array whose storage is shared.
  /// - Returns: True if it is present.
  /// - Complexity: O(1) expected.
  @inlinable
  mutating func look(at id: ID, if isNeeded: Bool, _ body: (inout Element) -> Void) -> Bool {
    guard let index = index(id: id) else { return false }
    if isNeeded { body(&storage.values[index]) }
    return true
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
  mutating func didInsert(_ id: ID, at site: CallSite? = nil) {
    structureDidChange(at: id)
    Self.checkEquality(of: id, at: site)
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
