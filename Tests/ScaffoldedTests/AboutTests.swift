import Headrace
import HeadraceTesting
import Testing

@testable import Scaffolded

@Suite struct AboutTests {
  @Test func closingTellsTheParent() async {
    let store = TestStore(initialState: About.State()) {
      About()
    }
    await store.send(\.view.closeButtonTapped)
    await store.receive(\.delegate.closed)
  }
}
