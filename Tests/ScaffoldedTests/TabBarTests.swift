import Headrace
import HeadraceTesting
import Testing

@testable import Scaffolded

@Suite struct TabBarTests {
  @Test func closingTellsTheParent() async {
    let store = TestStore(initialState: TabBar.State()) {
      TabBar()
    }
    await store.send(\.view.closeButtonTapped)
    await store.receive(\.delegate.closed)
  }
}
