import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

@testable import Scaffolded

@Suite struct MaßeFlowTests {
  @Test func theFirstScreenIsTold() async {
    let store = TestStore(initialState: MaßeFlow.State()) {
      MaßeFlow()
    }
    let first = store.state.routes[0].id
    await store.send(\.router[id: first].größe.view.closeButtonTapped)
    await store.receive(\.router[id: first].größe.delegate.closed)
  }
}
