import Headrace
import HeadraceTesting
import Testing

@testable import Scaffolded

@Suite struct PaymentTests {
  @Test func closingTellsTheParent() async {
    let store = TestStore(initialState: Payment.State()) {
      Payment()
    }
    await store.send(\.view.closeButtonTapped)
    await store.receive(\.delegate.closed)
  }
}
