import Headrace
import HeadraceTesting
import Testing

@testable import Scaffolded

@Suite struct FeedTests {
  @Test func closingTellsTheParent() async {
    let store = TestStore(initialState: Feed.State()) {
      Feed()
    }
    await store.send(\.view.closeButtonTapped)
    await store.receive(\.delegate.closed)
  }

  @Test func unfinishedActionsChangeNothing() async {
    let store = TestStore(initialState: Feed.State()) {
      Feed()
    }
    await store.send(\.view.refreshPulled)
  }

  @Test func loadedValuesAreShown() async {
    let store = TestStore(initialState: Feed.State()) {
      Feed()
    } withDependencies: {
      $0.feedClient.load = { ["one", "two"] }
    }
    await store.send(\.view.appeared) { $0.phase = .loading }
    await store.receive(\.inner.loaded) { $0.phase = .loaded(["one", "two"]) }
  }

  @Test func aFailureIsShown() async {
    struct Unreachable: Error {}
    let store = TestStore(initialState: Feed.State()) {
      Feed()
    } withDependencies: {
      $0.feedClient.load = { throw Unreachable() }
    }
    await store.send(\.view.appeared) { $0.phase = .loading }
    await store.receive(\.inner.loadingFailed) { $0.phase = .failed }
  }
}
