import Headrace
import HeadraceTesting
import Testing

@testable import Scaffolded

@Suite struct CatalogTests {
  @Test func closingTellsTheParent() async {
    let store = TestStore(initialState: Catalog.State()) {
      Catalog()
    }
    await store.send(\.view.closeButtonTapped)
    await store.receive(\.delegate.closed)
  }
}
