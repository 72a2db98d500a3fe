// MARK: - Searching Rows for Lost Scopes

// A row that the state still holds can have lost scopes below it. To find them takes a walk through
// the row's nodes, so only the rows where something may have changed are searched.

extension EffectScope {
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
    switch ChangedElements(in: &changes, since: &slots[index].lastElementSearch, id: id) {
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
