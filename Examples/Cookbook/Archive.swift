import Headrace

/// Provides paintings and years, page by page; a host implements it.
@DependencyClient
nonisolated struct Archive: Sendable {
  var paintings: @Sendable (_ page: Int) async throws -> [String]
  var years: @Sendable (_ page: Int) async throws -> [Int]
}

nonisolated extension Archive: TestDependencyKey {
  static var testValue: Archive { Archive() }
}

nonisolated extension DependencyValues {
  var archive: Archive {
    get { self[Archive.self] }
    set { self[Archive.self] = newValue }
  }
}
