import Headrace
import HeadraceTesting
import Testing

@testable import Scaffolded

@Suite struct GrößeTests {
  @Test func closingTellsTheParent() async {
    let store = TestStore(initialState: Größe.State()) {
      Größe()
    }
    await store.send(\.view.closeButtonTapped)
    await store.receive(\.delegate.closed)
  }
}
