import Headrace
import HeadraceTesting
import Testing

@testable import Scaffolded

@Suite struct DefaultTests {
  @Test func closingTellsTheParent() async {
    let store = TestStore(initialState: Default.State()) {
      Default()
    }
    await store.send(\.view.closeButtonTapped)
    await store.receive(\.delegate.closed)
  }

  @Test func unfinishedActionsChangeNothing() async {
    let store = TestStore(initialState: Default.State()) {
      Default()
    }
    await store.send(\.view.saveButtonTapped)
  }
}
