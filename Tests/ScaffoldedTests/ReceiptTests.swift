import Headrace
import HeadraceTesting
import Testing

@testable import Scaffolded

@Suite struct ReceiptTests {
  @Test func closingTellsTheParent() async {
    let store = TestStore(initialState: Receipt.State()) {
      Receipt()
    }
    await store.send(\.view.closeButtonTapped)
    await store.receive(\.delegate.closed)
  }

  @Test func loadedValuesAreShown() async {
    let store = TestStore(initialState: Receipt.State()) {
      Receipt()
    } withDependencies: {
      $0.printerClient.load = { ["one", "two"] }
    }
    await store.send(\.view.appeared) { $0.phase = .loading }
    await store.receive(\.inner.loaded) { $0.phase = .loaded(["one", "two"]) }
  }

  @Test func aFailureIsShown() async {
    struct Unreachable: Error {}
    let store = TestStore(initialState: Receipt.State()) {
      Receipt()
    } withDependencies: {
      $0.printerClient.load = { throw Unreachable() }
    }
    await store.send(\.view.appeared) { $0.phase = .loading }
    await store.receive(\.inner.loadingFailed) { $0.phase = .failed }
  }
}
