import Headrace
import HeadraceFlow

/// The navigation between the maße screens.
@FlowCoordinator(screen: "MaßeScreen")
struct MaßeFlow {
  struct State: Equatable {
    var routes: [Route<MaßeScreen.State>] = [
      .root(.größe(Größe.State()))
    ]
  }

  enum Action: Equatable {
    case router(IndexedRouterActionOf<MaßeScreen>)
  }

  func handleRoute(state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .router:
      return .none
    }
  }
}

/// The screens of ``MaßeFlow``.
@Reducer(state: .equatable, action: .equatable)
enum MaßeScreen {
  case größe(Größe)
}
