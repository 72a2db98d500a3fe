import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

@testable import Cookbook

@Suite struct CityMapTests {
  @Test func aPlaceRestsAtTheBottomAndGivesWayToAnother() async {
    let store = TestStore(initialState: CityMap.State()) { CityMap() }
    for name in ["Museum", "Harbour"] {
      await store.send(.placeTapped(name)) {
        $0.routes = [
          .root(.map),
          .sheet(
            .place(name),
            configuration: SheetConfiguration(detents: [.height(120), .fraction(0.5), .large])),
        ]
      }
    }
    #expect(store.state.routes[1].sheetConfiguration?.detents.first == .height(120))
  }

  @Test func aTicketIsNotSwipedAway() async {
    let store = TestStore(initialState: CityMap.State()) { CityMap() }
    await store.send(.ticketButtonTapped) {
      $0.routes.presentSheet(
        .ticket, configuration: SheetConfiguration(detents: [.automatic], isDismissible: false))
    }
    #expect(store.state.routes[1].sheetConfiguration?.isDismissible == false)
    await store.send(.closeButtonTapped) { $0.routes.dismiss() }
  }
}
