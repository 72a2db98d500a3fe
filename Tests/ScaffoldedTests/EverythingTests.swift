import Headrace
import HeadraceTesting
import Testing

@testable import Scaffolded

@Suite struct EverythingTests {
  @Test func closingTellsTheParent() async {
    let store = TestStore(initialState: Everything.State()) {
      Everything()
    }
    await store.send(\.view.closeButtonTapped)
    await store.receive(\.delegate.closed)
  }

  @Test func unfinishedActionsChangeNothing() async {
    let store = TestStore(initialState: Everything.State()) {
      Everything()
    }
    await store.send(\.view.addButtonTapped)
    await store.send(\.view.removeButtonTapped)
  }

  @Test func loadedValuesAreShown() async {
    let store = TestStore(initialState: Everything.State()) {
      Everything()
    } withDependencies: {
      $0.everythingClient.load = { ["one", "two"] }
    }
    await store.send(\.view.appeared) { $0.phase = .loading }
    await store.receive(\.inner.loaded) { $0.phase = .loaded(["one", "two"]) }
  }

  @Test func aFailureIsShown() async {
    struct Unreachable: Error {}
    let store = TestStore(initialState: Everything.State()) {
      Everything()
    } withDependencies: {
      $0.everythingClient.load = { throw Unreachable() }
    }
    await store.send(\.view.appeared) { $0.phase = .loading }
    await store.receive(\.inner.loadingFailed) { $0.phase = .failed }
  }
}
