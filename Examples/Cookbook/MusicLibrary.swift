import Headrace

/// Stores the songs that the user likes; a host implements it.
@DependencyClient
nonisolated struct MusicLibrary: Sendable {
  var setFavorite: @Sendable (_ songID: Int, _ isFavorite: Bool) async throws -> Void
}

nonisolated extension MusicLibrary: TestDependencyKey {
  static var testValue: MusicLibrary { MusicLibrary() }
}

nonisolated extension DependencyValues {
  var musicLibrary: MusicLibrary {
    get { self[MusicLibrary.self] }
    set { self[MusicLibrary.self] = newValue }
  }
}
