import Headrace
import HeadraceTesting
import Testing

@testable import Scaffolded

@Suite struct ProfileTests {
  @Test func closingTellsTheParent() async {
    let store = TestStore(initialState: Profile.State()) {
      Profile()
    }
    await store.send(\.view.closeButtonTapped)
    await store.receive(\.delegate.closed)
  }
}
