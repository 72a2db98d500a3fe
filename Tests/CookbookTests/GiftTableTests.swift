import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

@testable import Cookbook

@Suite struct GiftTableTests {
  private func presented() async -> TestStoreOf<GiftTable> {
    let store = TestStore(initialState: GiftTable.State()) { GiftTable() }
    await store.send(.wrapButtonTapped) {
      $0.wrapping = $0.routes.presentForResult(.sheet(.papers(PaperList.State())))
    }
    return store
  }

  @Test func theChosenPaperComesOnce() async {
    let store = await presented()
    let sheet = store.state.routes[1].id
    await store.send(\.router[id: sheet].papers.paperTapped, "red")
    await store.receive(\.router[id: sheet].papers.delegate.chosen, "red") {
      $0.routes.dismiss()
      $0.wrapping = RouteRequest()
    }
    await store.receive(\.wrappingChosen.answered, "red") { $0.log = ["wrapped in red"] }
  }

  @Test func aSheetThatIsSwipedAwayIsNotAnAnswer() async {
    let store = await presented()
    await store.send(.router(.updateRoutes(Array(store.state.routes.prefix(1))))) {
      $0.routes.dismiss()
      $0.wrapping = RouteRequest()
    }
    await store.receive(\.wrappingChosen.cancelled) { $0.log = ["not wrapped"] }
  }
}
