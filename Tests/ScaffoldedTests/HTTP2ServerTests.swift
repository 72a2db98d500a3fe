import Headrace
import HeadraceTesting
import Testing

@testable import Scaffolded

@Suite struct HTTP2ServerTests {
  @Test func closingTellsTheParent() async {
    let store = TestStore(initialState: HTTP2Server.State()) {
      HTTP2Server()
    }
    await store.send(\.view.closeButtonTapped)
    await store.receive(\.delegate.closed)
  }
}
