import Headrace
import HeadraceTesting
import Testing

@testable import Scaffolded

@Suite struct URLPickerTests {
  @Test func closingTellsTheParent() async {
    let store = TestStore(initialState: URLPicker.State()) {
      URLPicker()
    }
    await store.send(\.view.closeButtonTapped)
    await store.receive(\.delegate.closed)
  }
}
