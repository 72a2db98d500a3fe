extension Store {
  /// How many states, fields and places the store's table keeps for observers; for tests of
  /// clean-up.
  package var observationCounts: [Int] { runtime.observations.counts }

  /// How often places of observed stores were inspected to notify observers; for tests of an
  /// action's cost.
  package var observationVisitCount: Int { runtime.observations.visitCount }
}

extension ObservationTable {
  fileprivate var counts: [Int] { [places.count, listeningCount, unannouncedPlaces.count] }
}
