import Headrace
import HeadraceTesting
import Testing

@testable import Scaffolded

@Suite struct LoginTests {
  @Test func closingTellsTheParent() async {
    let store = TestStore(initialState: Login.State()) {
      Login()
    }
    await store.send(\.view.closeButtonTapped)
    await store.receive(\.delegate.closed)
  }
}
