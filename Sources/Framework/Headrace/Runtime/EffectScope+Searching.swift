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
    if scope.place == place() { return scope.hasEndableChildren ? scope : nil }
    scope.markLost()
    return nil
  }

  /// Returns true if effects live in rows at a node, or below them.
  @usableFromInline
  package func hasRows(at node: Int) -> Bool { slot(at: node)?.rows.isEmpty == false }

  /// Marks the scopes of removed rows at a node as lost, and searches below the others.
  ///
  /// - Parameters:
  ///   - changed: Receives the number at which the last search ended, replaces it by that of this
  ///     one, and returns the rows that have changed in between; `nil` for all.
  ///   - search: Searches below a row; returns false if the state does not contain it.
  /// - Complexity: O(1) if few elements have changed, otherwise O(*n*) in the number of rows with
  ///   effects.
  @inlinable
  package func searchRows<ID: Hashable & Sendable>(
    at node: Int, changed: (inout UInt64) -> ElementChanges<ID>.Notes? = { _ in nil },
    _ search: (ID, _EffectScope) -> Bool
  ) {
    func searchRow(_ id: TypedRowID<ID>?) {
      if let id, let row = rowToSearch(id, at: node), !search(id.id, row) { row.markLost() }
    }
    var changes: ElementChanges<ID>.Notes?
    let others = rowsToSearch(at: node) { last in
      changes = changed(&last)
      return changes == nil
    }
    for id in others { searchRow(id as? TypedRowID) }
    for change in changes ?? [] { searchRow(TypedRowID(change.id)) }
  }

  /// Begins a search of the rows at a node.
  ///
  /// - Parameter visitsAll: Receives the number at which the last search ended, and replaces it;
  ///   returns true if all rows are to be visited.
  /// - Returns: The ids of all rows, or of those that are noted.
  @usableFromInline
  func rowsToSearch(at node: Int, visitsAll: (inout UInt64) -> Bool) -> [RowID] {
    guard let index = index(of: node) else { return [] }
    // Each access to the slots is checked, so each takes place once.
    let slot = slots[index]
    var last = slot.lastElementSearch
    let mustVisitAll = visitsAll(&last)
    slots[index].lastElementSearch = last
    if !slot.notedRows.isEmpty { slots[index].notedRows = [] }
    return mustVisitAll ? Array(slot.rows.keys) : slot.notedRows
  }

  /// Returns the scope of a row that is visited; `nil` if there is none, or if it is lost.
  @usableFromInline
  func rowToSearch(_ id: RowID, at node: Int) -> _EffectScope? {
    let row = slot(at: node)?.rows[id]
    row?.isNoted = false
    return row?.isGone == true ? nil : row
  }
}
