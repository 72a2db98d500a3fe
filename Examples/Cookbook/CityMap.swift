import Headrace
import HeadraceFlow

/// Teaches sheets with heights: a sheet that rests at the bottom of the map, and can be pulled up.
///
/// Heights are part of the route. A host that has no sheets shows the screen and ignores them.
@FlowCoordinator(screen: "CityMapScreen")
struct CityMap {
  struct State: Equatable {
    var routes: [Route<CityMapScreen.State>] = [.root(.map)]
  }

  enum Action: Equatable {
    case router(IndexedRouterActionOf<CityMapScreen>)
    case placeTapped(String)
    case ticketButtonTapped
    case closeButtonTapped
  }

  func handleRoute(state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .placeTapped(let name):
      state.routes.dismissAll()
      state.routes.presentSheet(
        .place(name),
        configuration: SheetConfiguration(detents: [.height(120), .fraction(0.5), .large]))
    case .ticketButtonTapped:
      // The user buys or closes; a swipe does not dismiss the sheet.
      state.routes.presentSheet(
        .ticket, configuration: SheetConfiguration(detents: [.automatic], isDismissible: false))
    case .closeButtonTapped:
      state.routes.dismiss()
    case .router:
      break
    }
    return .none
  }
}

/// The screens of ``CityMap``.
@Reducer(state: .equatable, action: .equatable)
enum CityMapScreen {
  @ReducerCaseIgnored case map
  @ReducerCaseIgnored case place(String)
  @ReducerCaseIgnored case ticket
}
