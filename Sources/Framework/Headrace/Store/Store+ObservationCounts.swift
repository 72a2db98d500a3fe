extension Store {
  /// How many states, fields and places the store's table keeps for observers; for tests of
  /// clean-up.
  package var observationCounts: [Int] { runtime.observations.counts }
}

extension ObservationTable {
  fileprivate var counts: [Int] { [lineageCount, listeningCount, unannouncedPlaces.count] }
}
