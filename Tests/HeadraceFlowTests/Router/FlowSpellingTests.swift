import Headrace
import HeadraceFlow
import Testing

/// Spellings of TCACoordinators and TCAFlow that once did not compile here.
@MainActor @Suite struct FlowSpellingTests {
  @Reducer struct Room {
    struct State: Equatable { var visits = 0 }
    enum Action { case entered, left }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .entered = action { state.visits += 1 }
        return .none
      }
    }
  }

  @Reducer enum Screen {
    case hall(Room)
    case cellar(Room)
  }

  @Reducer struct House {
    struct State {
      var routes: [Route<Screen.State>] = [.root(.hall(Room.State()), withNavigation: true)]
    }
    enum Action { case router(IndexedRouterActionOf<Screen>) }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .router(.routeAction(_, action: .hall(.entered))):
          state.routes.push(.cellar(Room.State()))
        case .router(.routeAction(_, action: .cellar(.left))):
          state.routes.goBack()
        case .router:
          break
        }
        return .none
      }
      .forEachRoute(\.routes, action: \.router)
    }
  }

  @Test func anEnumOfScreensNeedsNoClosure() {
    let store = Store(initialState: House.State()) { House() }
    store.send(.router(.routeAction(id: store.routes[0].id, action: .hall(.entered))))
    #expect(store.routes.map(\.screen.hall?.visits) == [1, nil])
    let cellar = store.routes[1].id
    store.send(.router(.routeAction(id: cellar, action: .cellar(.entered))))
    #expect(store.routes[1].screen.cellar?.visits == 1)
    store.send(.router(.routeAction(id: cellar, action: .cellar(.left))))
    #expect(store.routes.count == 1)
  }

  @Test func routesAreMadeWithNavigation() {
    #expect(Route.root(1, withNavigation: true) == .root(1, embedInNavigationView: true))
    #expect(Route.root(1, withNavigation: false) == .root(1))
    #expect(Route.cover(1, withNavigation: true) == .cover(1, embedInNavigationView: true))
    #expect(
      Route.sheet(1, withNavigation: true, configuration: .half)
        == .sheet(1, embedInNavigationView: true, configuration: .half))
  }

  @Test func screensArePresentedWithNavigation() {
    var routes: [Route<Int>] = [.root(0)]
    routes.presentSheet(1, withNavigation: true)
    routes.push(2)
    routes.presentCover(3, withNavigation: true)
    routes.push(4)
    routes.presentSheet(5, withNavigation: false, configuration: .half)
    #expect(
      routes == [
        .root(0), .sheet(1, embedInNavigationView: true), .push(2),
        .cover(3, embedInNavigationView: true), .push(4), .sheet(5, configuration: .half),
      ])
  }
}
