import Headrace
import HeadraceTesting
import Testing

@testable import Scaffolded

@Suite struct SwitchTests {
  @Test func closingTellsTheParent() async {
    let store = TestStore(initialState: Switch.State()) {
      Switch()
    }
    await store.send(\.view.closeButtonTapped)
    await store.receive(\.delegate.closed)
  }
}
