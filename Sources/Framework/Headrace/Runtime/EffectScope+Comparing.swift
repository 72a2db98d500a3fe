// MARK: - Comparing With the State

extension EffectScope {
  /// Loses the child at a node unless the state still holds it.
  ///
  /// - Parameter identity: The identity of the child that the state holds.
  /// - Returns: The scope of the child, if it continues.
  @usableFromInline
  func keepChild(
    at node: Int, isPresent: Bool, identity: @autoclosure () -> AnyHashable?
  ) -> EffectScope? {
    guard let scope = child(at: node) else { return nil }
    if isPresent, scope.stands(at: .optional(node: node, identity: identity())) { return scope }
    scope.lose()
    return nil
  }

  /// Loses the rows at a node that the state no longer holds.
  ///
  /// - Parameters:
  ///   - structureVersion: Equal versions mean that no row was added or removed since the last
  ///     comparison, and only scopes that were made since then are checked; `nil` if the collection
  ///     has no version.
  ///   - isPresent: Whether the state holds a row.
  @usableFromInline
  package func keepRows(
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

  /// Whether effects live in rows at a node, or below them.
  @usableFromInline
  package func hasRows(at node: Int) -> Bool {
    slots.contains { $0.node == node && !$0.rows.isEmpty }
  }

  /// The rows at a node below which children can end, and may have ended since the last search.
  ///
  /// - Parameters:
  ///   - changes: What the collection has noted since the last search; emptied by this call.
  ///   - id: The id of the element at a position.
  /// - Complexity: O(1) if at most one element has changed, O(*n*) in the rows otherwise.
  @usableFromInline
  package func rowsToSearch(
    at node: Int, _ changes: inout ElementChanges, id: (Int) -> AnyHashable
  ) -> [SearchedRow] {
    guard let index = slots.firstIndex(where: { $0.node == node }) else { return [] }
    let new = takeRowsWithNewChildren(at: index)
    switch ChangedElements(in: &changes, since: &slots[index].lastSearch, id: id) {
    case .none: return searched(new, in: slots[index])
    case .one(let id): return searched(new.contains(id) ? new : new + [id], in: slots[index])
    case .any: return searched(Array(slots[index].rows.keys), in: slots[index])
    }
  }

  /// The rows below which children were made since the last search; begins a new search.
  private func takeRowsWithNewChildren(at index: Int) -> [AnyHashable] {
    let new = slots[index].rowsWithNewChildren
    slots[index].rowsWithNewChildren = []
    for id in new { slots[index].rows[id]?.isAwaitingSearch = false }
    return new
  }

  private func searched(_ ids: [AnyHashable], in slot: ScopeSlot) -> [SearchedRow] {
    ids.compactMap { id in
      guard let scope = slot.rows[id], scope.endableChildCount > 0, !scope.isEnded else {
        return nil
      }
      return SearchedRow(id: id, scope: scope)
    }
  }

  /// All rows at a node below which children can end, for a collection that notes no changes.
  ///
  /// - Complexity: O(*n*) in the number of rows with effects.
  @usableFromInline
  package func rowsWithChildren(at node: Int) -> [SearchedRow] {
    guard let index = slots.firstIndex(where: { $0.node == node }) else { return [] }
    _ = takeRowsWithNewChildren(at: index)
    return searched(Array(slots[index].rows.keys), in: slots[index])
  }
}

/// A row whose children are compared with the state.
@usableFromInline
package struct SearchedRow {
  @usableFromInline package let id: AnyHashable
  @usableFromInline package let scope: EffectScope
}
