import Headrace
import HeadraceFlow

@Reducer(state: .equatable, action: .equatable)
enum ThreadScreen {
  case tabs(TabbedShop)
  case flow(ShopFlow)
  case page(ShopPage)
}

extension ThreadScreen.State {
  static func page(_ name: String) -> Self { .page(ShopPage.State(name: name)) }
}

/// An app with tabs, a nested coordinator and pages above all of them.
@FlowCoordinator(screen: "ThreadScreen")
struct ThreadApp {
  struct State: Equatable {
    var routes: [Route<ThreadScreen.State>] = [
      .root(.tabs(TabbedShop.State()), embedInNavigationView: true)
    ]
  }
  enum Action: Equatable {
    case router(IndexedRouterActionOf<ThreadScreen>)
    case push(String)
    case presentFlow
    case logOut
    case openArticle(String)
  }

  func handleRoute(state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .push(let name):
      state.routes.push(.page(name))
    case .presentFlow:
      state.routes.presentCover(.flow(ShopFlow.State("flow")))
    case .logOut:
      state.routes = [.root(.page("login"))]
    case .openArticle(let name):
      state.routes.goBackTo(\.tabs)
      guard let tabs = state.routes.first?.id else { return .none }
      return .send(.router(.routeAction(id: tabs, action: .tabs(.openArticle(name)))))
    case .router:
      break
    }
    return .none
  }
}
