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
    var links = DeepLinkState()
  }
  enum Action: Equatable {
    case router(IndexedRouterActionOf<ThreadScreen>)
    case push(String)
    case presentFlow
    case logOut
    case openArticle(String)
    case links(DeepLinkAction)
  }

  var body: some ReducerOf<Self> {
    flow.deepLinks(
      threadLinks, state: \.links, action: \.links, routes: \.routes, router: \.router)
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
    case .router, .links:
      break
    }
    return .none
  }
}

/// A link to a page has the tabs below it.
let threadLinks = DeepLinkParser<ThreadScreen.State>("thread:", root: .tabs(TabbedShop.State())) {
  ScreenLink(
    \.page,
    LinkPattern {
      "pages"
      Segment("name", String.self)
    } make: {
      ShopPage.State(name: $0)
    } values: {
      $0.name
    })
}
