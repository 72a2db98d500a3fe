import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

@testable import Scaffolded

@Suite struct MainFlowTests {
  @Test func theFirstScreenIsTold() async {
    let store = TestStore(initialState: MainFlow.State()) {
      MainFlow()
    }
    let first = store.state.routes[0].id
    await store.send(\.router[id: first].login.view.closeButtonTapped)
    await store.receive(\.router[id: first].login.delegate.closed)
  }
}
