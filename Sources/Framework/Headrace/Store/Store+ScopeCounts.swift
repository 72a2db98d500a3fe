extension Store {
  /// How many rows the store's scopes have noted for the next comparison and search; for tests of
  /// clean-up.
  package var notedRowCount: Int {
    var count = 0
    runtime.rootScope.forEachScope { scope in
      for slot in scope.slots { count += slot.newRows.count + slot.rowsWithNewChildren.count }
    }
    return count
  }
}
