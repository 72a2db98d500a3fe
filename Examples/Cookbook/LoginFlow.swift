import Headrace
import HeadraceFlow

/// Teaches nested coordinators: a stack of screens, one of which is a stack itself.
///
/// A coordinator receives the reports of its own screens, and changes its own routes. The other
/// coordinator decides how a device is registered. This one presents it, and learns when it is
/// done.
@FlowCoordinator(screen: "LoginScreen")
struct LoginFlow {
  struct State: Equatable {
    var routes: [Route<LoginScreen.State>] = [.root(.login(Login.State()))]
  }

  enum Action: Equatable {
    case router(IndexedRouterActionOf<LoginScreen>)
  }

  func handleRoute(state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .router(.routeAction(_, action: .login(.delegate(.loggedIn(let name))))):
      state.routes.replaceCurrent(.welcome(name))
      return .none
    case .router(.routeAction(_, action: .login(.delegate(.registrationRequested(let email))))):
      state.routes.presentSheet(.registration(DeviceRegistration.State(email: email)))
      return .none
    case .router(.routeAction(_, action: .registration(.delegate(.finished)))):
      state.routes.dismiss()
      return .none
    case .router:
      return .none
    }
  }
}

/// The screens of ``LoginFlow``.
@Reducer(state: .equatable, action: .equatable)
enum LoginScreen {
  case login(Login)
  case registration(DeviceRegistration)
  @ReducerCaseIgnored case welcome(String)
}
