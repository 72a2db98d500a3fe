import Headrace
import HeadraceTesting
import Testing

@testable import Cookbook

@Suite struct PagesTests {
  private struct Offline: Error {}

  @Test func pagesFollowEachOtherUntilOneIsEmpty() async {
    let store = TestStore(initialState: Pages<Int>.State()) {
      Pages { page in page < 2 ? [page * 10, page * 10 + 1] : [] }
    }
    await store.send(.endReached) { $0.phase = .loading(page: 0) }
    await store.receive(.loaded([0, 1], page: 0)) {
      $0.items = [0, 1]
      $0.phase = .waiting(nextPage: 1)
    }
    await store.send(.endReached) { $0.phase = .loading(page: 1) }
    await store.receive(.loaded([10, 11], page: 1)) {
      $0.items = [0, 1, 10, 11]
      $0.phase = .waiting(nextPage: 2)
    }
    await store.send(.endReached) { $0.phase = .loading(page: 2) }
    await store.receive(.loaded([], page: 2)) { $0.phase = .complete }
    await store.send(.endReached)
  }

  @Test func aPageIsLoadedOnceAndAgainAfterAFailure() async {
    let clock = TestClock()
    let store = TestStore(initialState: Pages<String>.State()) {
      Pages { _ in
        try await clock.sleep(for: .seconds(1))
        throw Offline()
      }
    }
    await store.send(.endReached) { $0.phase = .loading(page: 0) }
    await store.send(.endReached)
    await clock.advance(by: .seconds(1))
    await store.receive(.failed(page: 0)) { $0.phase = .failed(page: 0) }
    await store.send(.endReached) { $0.phase = .loading(page: 0) }
    await clock.advance(by: .seconds(1))
    await store.receive(.failed(page: 0)) { $0.phase = .failed(page: 0) }
  }

  @Test func twoListsOfAMuseumLoadBesideEachOther() async {
    let store = TestStore(initialState: Museum.State()) {
      Museum()
    } withDependencies: {
      $0.archive.paintings = { page in ["Painting \(page)"] }
    }
    // Set after the store was made: the closures look up their client when they run.
    store.dependencies.archive.years = { page in [1900 + page] }
    await store.send(\.paintings.endReached) { $0.paintings.phase = .loading(page: 0) }
    await store.receive(.paintings(.loaded(["Painting 0"], page: 0))) {
      $0.paintings = Pages.State(items: ["Painting 0"], phase: .waiting(nextPage: 1))
    }
    await store.send(\.years.endReached) { $0.years.phase = .loading(page: 0) }
    await store.receive(.years(.loaded([1900], page: 0))) {
      $0.years = Pages.State(items: [1900], phase: .waiting(nextPage: 1))
    }
  }
}
