import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

@testable import Scaffolded

@Suite struct AThirdLongNameOfExactly32LettersFlowTests {
  @Test func theFirstScreenIsTold() async {
    let store = TestStore(initialState: AThirdLongNameOfExactly32LettersFlow.State()) {
      AThirdLongNameOfExactly32LettersFlow()
    }
    let first = store.state.routes[0].id
    await store.send(\.router[id: first].aVeryLongNameOfExactly32LettersA.view.closeButtonTapped)
    await store.receive(\.router[id: first].aVeryLongNameOfExactly32LettersA.delegate.closed)
  }
}
