import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

@testable import Scaffolded

@Suite struct CheckoutFlowTests {
  @Test func theFirstScreenIsTold() async {
    let store = TestStore(initialState: CheckoutFlow.State()) {
      CheckoutFlow()
    }
    let first = store.state.routes[0].id
    await store.send(\.router[id: first].payment.view.closeButtonTapped)
    await store.receive(\.router[id: first].payment.delegate.closed)
  }
}
