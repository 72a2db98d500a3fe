extension Store {
  /// The number of the last action that was reduced.
  package var lastAction: UInt64 { runtime.lastAction }

  /// How many states, fields and places the store's table keeps for observers; for tests of
  /// clean-up.
  package var observationCounts: [Int] { runtime.observations.counts }

  /// How often places of observed stores were inspected to notify observers; for tests of an
  /// action's cost.
  package var observationVisitCount: Int { runtime.observations.visitCount }

  /// How many rows the store's scopes have noted for the next comparison and search; for tests of
  /// clean-up.
  package var notedRowCount: Int {
    var count = 0
    runtime.rootScope.forEachScope { scope in
      for slot in scope.slots { count += slot.notedRows.count }
    }
    return count
  }
}

extension ObservationTable {
  fileprivate var counts: [Int] {
    [lineages.count, listeningCount, root.wholeStoreField?.below.count ?? 0]
  }
}
