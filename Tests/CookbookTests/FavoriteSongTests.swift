import Headrace
import HeadraceTesting
import Testing

@testable import Cookbook

@Suite struct FavoriteSongTests {
  private struct Offline: Error {}

  private let clock = TestClock()

  private func makeStore(
    isFavorite: Bool, setFavorite: @escaping @Sendable (Int, Bool) async throws -> Void
  ) -> TestStoreOf<FavoriteSong> {
    TestStore(initialState: FavoriteSong.State(songID: 7, isFavorite: isFavorite)) {
      FavoriteSong()
    } withDependencies: {
      $0.musicLibrary.setFavorite = setFavorite
    }
  }

  @Test(arguments: [true, false])
  func theHeartChangesBeforeTheServerAnswers(isFavorite: Bool) async {
    let store = makeStore(isFavorite: isFavorite) { [clock] songID, value in
      #expect(songID == 7)
      #expect(value == !isFavorite)
      try await clock.sleep(for: .seconds(1))
    }
    await store.send(.heartTapped) { $0.isFavorite = !isFavorite }
    await clock.advance(by: .seconds(1))
    await store.receive(\.saved, !isFavorite) { $0.isFavoriteOnServer = !isFavorite }
  }

  @Test func aFailureShowsWhatTheServerHas() async {
    let store = makeStore(isFavorite: false) { _, _ in throw Offline() }
    await store.send(.heartTapped) { $0.isFavorite = true }
    await store.receive(\.savingFailed) {
      $0.isFavorite = false
      $0.alert = .savingFailed
    }
    await store.send(\.alert.dismiss) { $0.alert = nil }
  }

  @Test func aSecondTapEndsTheRequestOfTheFirstAndFailsToWhatIsOnTheServer() async {
    let store = makeStore(isFavorite: true) { [clock] _, _ in
      try await clock.sleep(for: .seconds(1))
      throw Offline()
    }
    await store.send(.heartTapped) { $0.isFavorite = false }
    await clock.advance(by: .milliseconds(500))
    await store.send(.heartTapped) { $0.isFavorite = true }
    // The first request would fail now.
    await clock.advance(by: .milliseconds(500))
    await clock.advance(by: .milliseconds(500))
    await store.receive(\.savingFailed) { $0.alert = .savingFailed }
  }
}
