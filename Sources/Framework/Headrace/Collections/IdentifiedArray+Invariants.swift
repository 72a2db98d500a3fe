public import OrderedCollections

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
