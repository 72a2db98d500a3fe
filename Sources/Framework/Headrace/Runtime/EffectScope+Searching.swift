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
    scope.markLost()
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
  @inlinable
  func markRemovedRows<ID: Hashable & Sendable>(
    at node: Int, _ changes: inout ElementChanges<ID>, where isPresent: (ID) -> Bool
  ) -> [(id: AnyHashable, scope: _EffectScope)] {
    keepRows(rowsToSearch(at: node) { changes.beginSearch(since: &$0) }, where: isPresent)
  }

  /// Marks the scopes of removed rows at a node as lost, for a collection that notes no changes.
  ///
  /// - Parameter isPresent: Returns true if the state contains a row.
  /// - Returns: The rows below which children can end.
  /// - Complexity: O(*n*) in the number of rows with effects.
  @inlinable
  package func markRemovedRows<ID: Hashable & Sendable>(
    at node: Int, where isPresent: (ID) -> Bool
  ) -> [(id: AnyHashable, scope: _EffectScope)] {
    keepRows(rowsToSearch(at: node) { _ in nil }, where: isPresent)
  }

  /// Begins a search of the rows at a node, and returns those to visit.
  ///
  /// - Parameter changedRows: Receives the number at which the last search ended, replaces it by
  ///   that of this one, and returns the rows that have changed in between; `nil` for all.
  @usableFromInline
  func rowsToSearch(
    at node: Int, changedRows: (inout UInt64) -> [AnyHashable]?
  ) -> [(id: AnyHashable, scope: _EffectScope)] {
    guard let index = slots.firstIndex(where: { $0.node == node }) else { return [] }
    let changed = changedRows(&slots[index].lastElementSearch)
    let noted = slots[index].notedRows
    slots[index].notedRows = []
    for id in noted { slots[index].rows[id]?.isNoted = false }
    let others = noted.isEmpty ? changed : changed?.filter { !noted.contains($0) }
    let ids = others.map { noted + $0 } ?? Array(slots[index].rows.keys)
    return ids.compactMap { id in slots[index].rows[id].flatMap { $0.isGone ? nil : (id, $0) } }
  }

  /// Marks the scopes of absent rows as lost, and returns the others below which children can end.
  @inlinable
  func keepRows<ID: Hashable>(
    _ rows: [(id: AnyHashable, scope: _EffectScope)], where isPresent: (ID) -> Bool
  ) -> [(id: AnyHashable, scope: _EffectScope)] {
    rows.filter { row in
      if let id = row.id.base as? ID, isPresent(id) { return row.scope.hasEndableChildren }
      row.scope.markLost()
      return false
    }
  }
}
