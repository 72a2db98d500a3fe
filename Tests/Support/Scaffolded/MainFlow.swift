import Headrace
import HeadraceFlow

/// The navigation between the main screens.
@FlowCoordinator(screen: "MainScreen")
struct MainFlow {
  struct State: Equatable {
    var routes: [Route<MainScreen.State>] = [
      .root(.login(Login.State()))
    ]
  }

  enum Action: Equatable {
    case router(IndexedRouterActionOf<MainScreen>)
  }

  func handleRoute(state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .router:
      return .none
    }
  }
}

/// The screens of ``MainFlow``.
@Reducer(state: .equatable, action: .equatable)
enum MainScreen {
  case login(Login)
  case signUp(SignUp)
  case `switch`(Switch)
  case `default`(Default)
  case urlPicker(URLPicker)
}
