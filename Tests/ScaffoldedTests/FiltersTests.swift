import Headrace
import HeadraceTesting
import Testing

@testable import Scaffolded

@Suite struct FiltersTests {
  @Test func closingTellsTheParent() async {
    let store = TestStore(initialState: Filters.State()) {
      Filters()
    }
    await store.send(\.view.closeButtonTapped)
    await store.receive(\.delegate.closed)
  }
}
