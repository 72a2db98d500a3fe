import Headrace

/// Finds titles; a host implements it.
@DependencyClient
nonisolated struct SearchIndex: Sendable {
  /// Thrown if there is no network.
  struct Offline: Error {}

  var titles: @Sendable (_ matching: String) async throws -> [String]
}

nonisolated extension SearchIndex: TestDependencyKey {
  static var testValue: SearchIndex { SearchIndex() }
}

nonisolated extension DependencyValues {
  var searchIndex: SearchIndex {
    get { self[SearchIndex.self] }
    set { self[SearchIndex.self] = newValue }
  }
}
