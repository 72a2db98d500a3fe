public import OrderedCollections

extension IdentifiedArray {
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

  /// Notes that an element replaces another.
  @inlinable
  mutating func noteExchange(of old: Element, for new: Element) {
    if ObservedElement.noteReplacement(of: old, by: new) {
      contentStamp = ObservedElement.renewStamp(after: contentStamp)
    }
  }
}
