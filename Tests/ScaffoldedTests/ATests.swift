import Headrace
import HeadraceTesting
import Testing

@testable import Scaffolded

@Suite struct ATests {
  @Test func closingTellsTheParent() async {
    let store = TestStore(initialState: A.State()) {
      A()
    }
    await store.send(\.view.closeButtonTapped)
    await store.receive(\.delegate.closed)
  }
}
