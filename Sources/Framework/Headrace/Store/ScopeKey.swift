/// A key that distinguishes a child store from the other children of its parent.
@usableFromInline
package struct ScopeKey: Hashable {
  @usableFromInline package let state: AnyKeyPath
  package let action: AnyKeyPath
  package let element: AnyHashable?
  /// The type of the child's state: one property can be scoped as an optional child, or as itself.
  private let type: ObjectIdentifier

  @usableFromInline
  package init(
    state: AnyKeyPath, action: AnyKeyPath, element: AnyHashable? = nil, of type: Any.Type
  ) {
    self.state = state
    self.action = action
    self.element = element
    self.type = ObjectIdentifier(type)
  }

  /// Hashes the id of a row, or the property of another child, because hashing a key path takes
  /// longer.
  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    if let element { hasher.combine(element) } else { hasher.combine(state) }
  }
}
