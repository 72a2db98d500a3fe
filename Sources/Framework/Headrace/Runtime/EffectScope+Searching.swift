// MARK: - Comparing Rows With the State

// The scope of a row that was removed from the state is lost. A remaining row can have lost scopes
// below it, and finding them takes a walk through the row's nodes. So only the rows in which
// something may have changed are inspected.

extension _EffectScope {
  /// Returns the scope of the one child at a node, in which lost scopes are to be searched.
  ///
  /// If the state contains another child there, or none, the scope is lost.
  ///
  /// - Parameter place: The place of the child in the state; `nil` if there is none.
  /// - Returns: The scope; `nil` also if nothing below the child can end before it.
  @usableFromInline
  package func childToSearch(
    at node: Int, ifAt place: @autoclosure () -> ScopePlace?
  ) -> _EffectScope? {
    guard let scope = child(at: node) else { return nil }
    let isSame = place().map(scope.isOfSameChild(as:)) ?? false
    if isSame { return scope.hasEndableChildren ? scope : nil }
    scope.lose()
    return nil
  }

  /// Returns true if effects live in rows at a node, or below them.
  @usableFromInline
  package func hasRows(at node: Int) -> Bool {
    slots.contains { $0.node == node && !$0.rows.isEmpty }
  }

  /// Marks the scopes of removed rows at a node as lost.
  ///
  /// - Parameters:
  ///   - changes: The changes that the collection has noted since the last search; a new search
  ///     begins here.
  ///   - isPresent: Returns true if the state contains a row.
  /// - Returns: The rows below which children can end, and may have ended since the last search.
  /// - Complexity: O(1) if few elements have changed, otherwise O(*n*) in the number of rows with
  ///   effects.
  @usableFromInline
  func markRemovedRows<ID: Hashable & Sendable>(
    at node: Int, _ changes: inout ElementChanges<ID>, where isPresent: (ID) -> Bool
  ) -> [(id: AnyHashable, scope: _EffectScope)] {
    guard let index = slots.firstIndex(where: { $0.node == node }) else { return [] }
    guard let changed = changes.beginSearch(since: &slots[index].lastElementSearch) else {
      return markRemovedRows(at: node, where: isPresent)
    }
    let noted = takeNotedRows(at: index)
    let others = changed.map { AnyHashable($0) }.filter { !noted.contains($0) }
    return search(noted + others, in: slots[index], where: isPresent)
  }

  /// Marks the scopes of removed rows at a node as lost, for a collection that notes no changes.
  ///
  /// - Parameter isPresent: Returns true if the state contains a row.
  /// - Returns: The rows below which children can end.
  /// - Complexity: O(*n*) in the number of rows with effects.
  @usableFromInline
  package func markRemovedRows<ID: Hashable & Sendable>(
    at node: Int, where isPresent: (ID) -> Bool
  ) -> [(id: AnyHashable, scope: _EffectScope)] {
    guard let index = slots.firstIndex(where: { $0.node == node }) else { return [] }
    _ = takeNotedRows(at: index)
    return search(Array(slots[index].rows.keys), in: slots[index], where: isPresent)
  }

  /// Returns the rows that were noted since the last search, and begins a new one.
  private func takeNotedRows(at index: Int) -> [AnyHashable] {
    let noted = slots[index].notedRows
    slots[index].notedRows = []
    for id in noted { slots[index].rows[id]?.isNoted = false }
    return noted
  }

  private func search<ID>(
    _ ids: [AnyHashable], in slot: ScopeSlot, where isPresent: (ID) -> Bool
  ) -> [(id: AnyHashable, scope: _EffectScope)] {
    ids.compactMap { id in
      guard let scope = slot.rows[id], !scope.isGone else { return nil }
      guard let rowID = id.base as? ID, isPresent(rowID) else {
        scope.lose()
        return nil
      }
      return scope.hasEndableChildren ? (id: id, scope: scope) : nil
    }
  }
}
