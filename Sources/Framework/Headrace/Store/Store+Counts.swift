extension Store {
  /// The calls that created the store and the child stores in use below it; for tests of releases.
  package var sites: [CallSite] { [part.site] + children.values.flatMap { $0.store.sites } }

  /// The number of the last action that the store has begun to reduce.
  package var lastAction: UInt64 { runtime.lastAction }

  /// The numbers of states, fields and places that the store's table keeps for observers; for tests
  /// of clean-up.
  package var observationCounts: [Int] { runtime.observations.counts }

  /// The number of inspections of observed places to notify observers; for tests of an action's
  /// cost.
  package var observationVisitCount: Int { runtime.observations.visitCount }

  /// The number of rows that the store's scopes have noted for the next search; for tests of
  /// clean-up.
  package var notedRowCount: Int {
    var count = 0
    runtime.rootScope.forEachScope { scope in
      for slot in scope.slots { count += slot.notedRows.count }
    }
    return count
  }

  /// The number of the store's scopes that can end before their parents; for tests of clean-up.
  package var endableScopeCount: Int { runtime.rootScope.endableCount }
}

extension ObservationTable {
  fileprivate var counts: [Int] {
    [lineages.count, listeningCount, root.wholeStoreField?.below.count ?? 0]
  }
}
