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
    await store.send(.heartTapped) {
      $0.isFavorite = !isFavorite
      $0.isSaving = true
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.saved, !isFavorite) {
      $0.isFavoriteOnServer = !isFavorite
      $0.isSaving = false
    }
  }

  @Test func aFailureShowsWhatTheServerHas() async {
    let store = makeStore(isFavorite: false) { _, _ in throw Offline() }
    await store.send(.heartTapped) {
      $0.isFavorite = true
      $0.isSaving = true
    }
    await store.receive(\.savingFailed) {
      $0.isSaving = false
      $0.isFavorite = false
      $0.alert = .savingFailed
    }
    await store.send(\.alert.dismiss) { $0.alert = nil }
  }

  @Test func aSecondTapWaitsForTheAnswerOfTheFirst() async {
    let store = makeStore(isFavorite: true) { [clock] _, isFavorite in
      try await clock.sleep(for: .seconds(1))
      if isFavorite { throw Offline() }
    }
    await store.send(.heartTapped) {
      $0.isFavorite = false
      $0.isSaving = true
    }
    await clock.advance(by: .milliseconds(500))
    await store.send(.heartTapped) { $0.isFavorite = true }
    await clock.advance(by: .milliseconds(500))
    await store.receive(\.saved, false) { $0.isFavoriteOnServer = false }
    await clock.advance(by: .seconds(1))
    await store.receive(\.savingFailed) {
      $0.isFavorite = false
      $0.isSaving = false
      $0.alert = .savingFailed
    }
  }
}
