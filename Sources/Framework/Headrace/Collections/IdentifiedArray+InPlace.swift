public import OrderedCollections

extension IdentifiedArray {
  /// Changes the element with an id where it stands, if there is one.
  ///
  /// Unlike ``subscript(id:)`` it can't remove the element, so it needs not move it.
  ///
  /// - Precondition: The element keeps its id.
  /// - Complexity: O(1) expected.
  // Inlined, as is the look-up: out of line each would take a copy of the array's fields.
  @inlinable
  @inline(__always)
  package mutating func modify<Result>(
    id: ID, _ body: (inout Element) -> Result
  ) -> Result? {
    guard let index = index(id: id) else { return nil }
    lastIndex = index
    defer { checkElement(at: index, has: id) }
    return body(&storage.values[index])
  }
}
