import Headrace
import HeadraceFlow

/// Registers a device in two steps, for ``LoginFlow``; a coordinator itself.
@FlowCoordinator(screen: "RegistrationScreen")
struct DeviceRegistration {
  struct State: Equatable {
    var routes: [Route<RegistrationScreen.State>]

    init(email: String) {
      routes = [.root(.request(CodeRequest.State(email: email)), embedInNavigationView: true)]
    }
  }

  enum Action: Equatable {
    case router(IndexedRouterActionOf<RegistrationScreen>)
    case delegate(Delegate)
  }

  @CasePathable
  enum Delegate: Equatable {
    case finished
  }

  func handleRoute(state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .router(.routeAction(_, action: .request(.delegate(.codeSent(let email))))):
      state.routes.push(.code(CodeEntry.State(email: email)))
      return .none
    case .router(.routeAction(_, action: .code(.delegate(.accepted)))):
      return .send(.delegate(.finished))
    case .router, .delegate:
      return .none
    }
  }
}

/// The screens of ``DeviceRegistration``.
@Reducer(state: .equatable, action: .equatable)
enum RegistrationScreen {
  case request(CodeRequest)
  case code(CodeEntry)
}
