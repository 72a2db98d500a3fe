import Headrace
import HeadraceFlow

/// The first tab: the list of trails, and one trail.
@FlowCoordinator(screen: "TrailsScreen")
struct TrailsFlow {
  struct State: Equatable {
    var routes: [Route<TrailsScreen.State>] = [
      .root(.list(TrailList.State()), embedInNavigationView: true)
    ]
    var links = DeepLinkState()
    var restoration = RestorationState()
  }

  enum Action: Equatable {
    case router(IndexedRouterActionOf<TrailsScreen>)
    case links(DeepLinkAction)
    case restoration(RestorationAction)
  }

  var body: some ReducerOf<Self> {
    flow
      .deepLinks(
        trailLinks, state: \.links, action: \.links, routes: \.routes, router: \.router
      )
      .restoring(trailsArchive, state: \.restoration, action: \.restoration)
  }

  func handleRoute(state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .router(.routeAction(_, action: .list(.trailTapped(let id)))):
      state.routes.push(.trail(Trail.State(id: id)))
      return .none
    case .router, .links, .restoration:
      return .none
    }
  }
}

/// The screens of the first tab.
@Reducer(state: .equatable, action: .equatable)
enum TrailsScreen {
  case list(TrailList)
  case trail(Trail)
}

/// The links of this tab: `trails://` and `trails://trails/7`.
let trailLinks = DeepLinkParser<TrailsScreen.State>(
  "trails://", root: .list(TrailList.State())
) {
  ScreenLink(
    \.list, LinkPattern("", make: TrailList.State()), style: .root, embedInNavigationView: true)
  ScreenLink(\.trail, Trail.State.link)
}

/// The archive that restores the first tab in the next process.
let trailsArchive = RouteArchive<TrailsFlow, TrailsScreen>(
  routes: \.routes, router: \.router, format: clubFormat
) {
  ArchivedScreen("list", state: \.list, action: \.list, ScreenArchive())
  ArchivedScreen("trail", state: \.trail, action: \.trail, ScreenArchive())
}
