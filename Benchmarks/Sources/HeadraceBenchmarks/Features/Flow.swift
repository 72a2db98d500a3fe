import Foundation
import Headrace
import HeadraceFlow

/// A coordinator with a guard, links and an archive.
struct Flow: Reducer {
  struct State {
    var routes: [Route<FlowScreen.State>]
    var links = DeepLinkState()
    var restoration = RestorationState()

    init(depth: Int) {
      routes = [.root(.page(Page.State(id: 0)), embedInNavigationView: true)]
      for id in 1..<depth { routes.push(.page(Page.State(id: id))) }
    }
  }

  enum Action {
    case pop
    case push
    case router(IndexedRouterActionOf<FlowScreen>)
    case links(DeepLinkAction)
    case restoration(RestorationAction)
  }

  /// True if the guard allows changes.
  var isOpen = true

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .pop: state.routes.goBack()
      case .push: state.routes.push(.page(Page.State(id: 0)))
      case .router, .links, .restoration: break
      }
      return .none
    }
    .forEachRoute(\.routes, action: \.router) { FlowScreen() }
    .routeGuard { [isOpen] _, _ in isOpen ? .allow : .reject(reason: "closed") }
    .deepLinks(
      flowLinks, state: \.links, action: \.links, routes: \.routes, router: \.router
    )
    .restoring(flowArchive, state: \.restoration, action: \.restoration)
  }
}

/// The smallest screen that can be archived.
struct Page: Reducer {
  struct State: Codable {
    let id: Int
    var count = 0
  }

  enum Action: Sendable { case increment }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count &+= 1
    return .none
  }
}

/// The screens of ``Flow``, of which there is one kind.
struct FlowScreen: Reducer {
  enum State { case page(Page.State) }
  enum Action: Sendable { case page(Page.Action) }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifCaseLet(\.page, action: \.page) { Page() }
  }
}

let flowLinks = DeepLinkParser<FlowScreen.State>(
  "flow://", root: .page(Page.State(id: 0)), limits: DeepLinkLimits(routeCountMax: 2_000)
) {
  ScreenLink(
    \.page,
    LinkPattern {
      "pages"
      Segment("id", Int.self)
      Query("count", Int?.self).default(0)
    } make: { id, count in
      Page.State(id: id, count: count)
    } values: {
      ($0.id, $0.count)
    })
}

let flowArchive = RouteArchive<Flow, FlowScreen>(
  routes: \.routes, router: \.router,
  format: RouteArchiveFormat(
    encode: { try Array(JSONEncoder().encode($0)) },
    decode: { try JSONDecoder().decode($0, from: Data($1)) }),
  limits: RouteArchiveLimits(byteCountMax: 1 << 20, routeCountMax: 2_000)
) {
  ArchivedScreen("page", state: \.page, action: \.page, ScreenArchive<Page.State, Page.Action>())
}
