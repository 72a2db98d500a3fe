import Headrace
import HeadraceFlow

/// Teaches links: a URL leads to a stack with its way back, and a stack to its URL.
///
/// On the stack a moon is above its planet, and the planet above the sky, wherever the link comes
/// from. While the planetarium is closed a link waits; then it is opened once.
@FlowCoordinator(screen: "PlanetariumScreen")
struct Planetarium {
  struct State: Equatable {
    var routes: [Route<PlanetariumScreen.State>] = [.root(.sky, embedInNavigationView: true)]
    var links = DeepLinkState()
    var isOpen = true
    var notice: String?
  }

  enum Action: Equatable {
    case router(IndexedRouterActionOf<PlanetariumScreen>)
    case links(DeepLinkAction)
    case doorsChanged(isOpen: Bool)
  }

  var body: some ReducerOf<Self> {
    flow.deepLinks(
      planetariumLinks, state: \.links, action: \.links, routes: \.routes, router: \.router
    ) { state in
      state.isOpen ? .open : .wait
    }
  }

  func handleRoute(state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .doorsChanged(let isOpen):
      state.isOpen = isOpen
    case .links(.dropped(_, .unreadable(let error))):
      state.notice = error.description
    case .router, .links:
      break
    }
    return .none
  }
}

/// The screens of ``Planetarium``.
@Reducer(state: .equatable, .sendable, action: .equatable)
enum PlanetariumScreen {
  @ReducerCaseIgnored case sky
  @ReducerCaseIgnored case planet(Planet)
  @ReducerCaseIgnored case moon(Moon)
}

nonisolated struct Planet: Equatable, Sendable {
  var name: String
}

nonisolated struct Moon: Equatable, Sendable {
  var planet: String
  var number: Int
}

nonisolated let planetariumLinks = DeepLinkParser<PlanetariumScreen.State>(
  "planetarium://", root: .sky
) {
  ScreenLink(
    \.planet,
    LinkPattern {
      "planets"
      Segment("name", String.self)
    } make: { name in
      Planet(name: name)
    } values: {
      $0.name
    })
  ScreenLink(
    \.moon,
    LinkPattern {
      "planets"
      Segment("name", String.self)
      "moons"
      Segment("number", Int.self)
    } make: { planet, number in
      number > 0 ? Moon(planet: planet, number: number) : nil
    } values: {
      ($0.planet, $0.number)
    }
  ) { moon in
    .planet(Planet(name: moon.planet))
  }
}
