import Headrace
import HeadraceTesting
import Testing

@testable import Scaffolded

@Suite struct BasketTests {
  @Test func closingTellsTheParent() async {
    let store = TestStore(initialState: Basket.State()) {
      Basket()
    }
    await store.send(\.view.closeButtonTapped)
    await store.receive(\.delegate.closed)
  }

  @Test func loadedValuesAreShown() async {
    let store = TestStore(initialState: Basket.State()) {
      Basket()
    } withDependencies: {
      $0.basketClient.load = { ["one", "two"] }
    }
    await store.send(\.view.appeared) { $0.phase = .loading }
    await store.receive(\.inner.loaded) { $0.phase = .loaded(["one", "two"]) }
  }

  @Test func aFailureIsShown() async {
    struct Unreachable: Error {}
    let store = TestStore(initialState: Basket.State()) {
      Basket()
    } withDependencies: {
      $0.basketClient.load = { throw Unreachable() }
    }
    await store.send(\.view.appeared) { $0.phase = .loading }
    await store.receive(\.inner.loadingFailed) { $0.phase = .failed }
  }
}
