import Headrace

/// Stores the position of a reader; a host implements it.
@DependencyClient
nonisolated struct Bookmarks: Sendable {
  var save: @Sendable (_ line: Int) async throws -> Void
}

nonisolated extension Bookmarks: TestDependencyKey {
  static var testValue: Bookmarks { Bookmarks() }
}

nonisolated extension DependencyValues {
  var bookmarks: Bookmarks {
    get { self[Bookmarks.self] }
    set { self[Bookmarks.self] = newValue }
  }
}
