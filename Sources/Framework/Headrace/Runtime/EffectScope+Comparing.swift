// MARK: - Comparing With the State

extension EffectScope {
  /// Marks the scope of the child at a node as lost, unless the state still holds that child.
  ///
  /// - Parameter identity: The identity of the child that the state holds.
  /// - Returns: The scope of the child, if it continues.
  @usableFromInline
  func loseChildIfGone(
    at node: Int, isPresent: Bool, identity: @autoclosure () -> AnyHashable?
  ) -> EffectScope? {
    guard let scope = child(at: node) else { return nil }
    if isPresent, scope.stands(at: .optional(node: node, identity: identity())) { return scope }
    scope.lose()
    return nil
  }

  /// Marks the scopes of the rows at a node as lost that the state no longer holds.
  ///
  /// - Parameters:
  ///   - structureVersion: Equal versions mean that no row was added or removed since the last
  ///     comparison, and only scopes that were made since then are checked; `nil` if the collection
  ///     has no version.
  ///   - isPresent: Whether the state holds a row.
  @usableFromInline
  package func loseRowsThatAreGone(
    at node: Int, structureVersion: UInt64? = nil, where isPresent: (AnyHashable) -> Bool
  ) {
    guard let index = slots.firstIndex(where: { $0.node == node }) else { return }
    let newRows = slots[index].newRows
    slots[index].newRows = []
    guard !slots[index].rows.isEmpty else { return }
    if let structureVersion, slots[index].structureVersion == structureVersion {
      let lost = newRows.filter { !isPresent($0) }.compactMap { slots[index].rows[$0] }
      for scope in lost { scope.lose() }
    } else {
      slots[index].structureVersion = structureVersion ?? 0
      for (id, scope) in slots[index].rows where !isPresent(id) { scope.lose() }
    }
  }
}
