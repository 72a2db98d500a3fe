import Headrace
import HeadraceTesting
import Testing

@testable import Cookbook

@Suite struct LiveSearchTests {
  private let clock = TestClock()

  private func makeStore(
    _ titles: @escaping @Sendable (String) async throws -> [String]
  ) -> TestStoreOf<LiveSearch> {
    TestStore(initialState: LiveSearch.State()) {
      LiveSearch()
    } withDependencies: {
      $0.continuousClock = clock
      $0.searchIndex.titles = titles
    }
  }

  @Test func onlyTheLastQueryOfAPauseIsSearched() async {
    // Without an error for "he": a letter typed before the pause was over must end its search.
    let store = makeStore { query in
      #expect(query == "head")
      return ["Headrace"]
    }
    await store.send(\.view.queryChanged, "he") {
      $0.query = "he"
      $0.phase = .searching
    }
    await clock.advance(by: .milliseconds(299))
    await store.send(\.view.queryChanged, "head") { $0.query = "head" }
    await clock.advance(by: .milliseconds(299))
    await clock.advance(by: .milliseconds(1))
    await store.receive(\.inner.found, ["Headrace"]) { $0.phase = .found(["Headrace"]) }
    await store.finish()
  }

  @Test func aLetterEndsTheSearchThatRuns() async {
    let store = makeStore { [clock] query in
      try await clock.sleep(for: .seconds(1))
      return [query]
    }
    await store.send(\.view.queryChanged, "a") {
      $0.query = "a"
      $0.phase = .searching
    }
    await clock.advance(by: .milliseconds(1_299))
    await store.send(\.view.queryChanged, "ab") { $0.query = "ab" }
    await clock.advance(by: .milliseconds(1_300))
    await store.receive(\.inner.found, ["ab"]) { $0.phase = .found(["ab"]) }
  }

  @Test(arguments: [true, false])
  func anErrorIsShownAndCanBeRetriedImmediately(isOffline: Bool) async {
    struct Overload: Error {}
    let store = makeStore { _ in
      if isOffline { throw SearchIndex.Offline() }
      throw Overload()
    }
    let failure: LiveSearch.Failure = isOffline ? .offline : .unavailable
    await store.send(\.view.queryChanged, "head") {
      $0.query = "head"
      $0.phase = .searching
    }
    await clock.advance(by: .milliseconds(300))
    await store.receive(\.inner.failed, failure) { $0.phase = .failed(failure) }

    store.dependencies.searchIndex.titles = { _ in ["Headrace"] }
    await store.send(\.view.retryButtonTapped) { $0.phase = .searching }
    await store.receive(\.inner.found, ["Headrace"]) { $0.phase = .found(["Headrace"]) }
    await store.send(\.view.retryButtonTapped)
  }

  @Test(arguments: [true, false])
  func clearingEndsTheSearch(byButton: Bool) async {
    let store = makeStore { _ in
      Issue.record("The search was cleared before it began.")
      return []
    }
    await store.send(\.view.queryChanged, "head") {
      $0.query = "head"
      $0.phase = .searching
    }
    let clear: LiveSearch.View = byButton ? .clearButtonTapped : .queryChanged("")
    await store.send(.view(clear)) { $0 = LiveSearch.State() }
    await clock.advance(by: .seconds(1))
    await store.finish()
  }
}
