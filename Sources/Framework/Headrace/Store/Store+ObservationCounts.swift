extension Store {
  /// How many states, fields and places the store's table keeps for observers; for tests of
  /// clean-up.
  package var observationCounts: [Int] { runtime.observations.counts }

  /// How often the places of observed stores were looked at to notify observers; for tests of what
  /// an action costs.
  package var observationVisitCount: Int { runtime.observations.visitCount }
}

extension ObservationTable {
  fileprivate var counts: [Int] { [lineageCount, listeningCount, unannouncedPlaces.count] }
}
