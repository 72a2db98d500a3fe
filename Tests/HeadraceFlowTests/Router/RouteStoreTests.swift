import Headrace
import HeadraceFlow
import Testing

/// The stores of the screens on a route stack, and the screens by their ids.
@MainActor
@Suite struct RouteStoreTests {
  @Test func eachRouteHasAStore() throws {
    let store = Store(initialState: Walk.State()) { Walk() }
    store.send(.walked)
    let screens = store.scope(\.routes, action: \.router)
    #expect(screens.map(\.name) == ["root", "1"])
    let top = try #require(screens.last)
    top.send(.renamed("top"))
    #expect(store.routes.map(\.screen.name) == ["root", "top"])
    #expect(screens[id: store.routes[1].id] === top)
    store.send(.back)
    #expect(store.scope(state: \.routes, action: \.router).map(\.name) == ["root"])
    #expect(screens[id: screens.ids[1]] == nil)
  }

  @Test func observersOfTheStoresAreNotifiedOfRoutesAndOfTheirOwnScreen() throws {
    let store = Store(initialState: Walk.State()) { Walk() }
    var counts: [Int] = []
    let stack = store.observe {
      counts.append(store.scope(\.routes, action: \.router).count)
    }
    let root = try #require(store.scope(\.routes, action: \.router).first)
    var names: [String] = []
    let screen = root.observe { names.append(root.name) }
    store.send(.walked)
    root.send(.renamed("r"))
    #expect(counts == [1, 2])
    #expect(names == ["root", "r"])
    stack.cancel()
    screen.cancel()
  }

  @Test func aScreenIsReadAndChangedByTheIDOfItsRoute() {
    var routes: [Route<Walk.Screen.State>] = [
      .root(Walk.Screen.State(name: "a"), embedInNavigationView: true)
    ]
    routes.push(Walk.Screen.State(name: "b"))
    let ids = routes.map(\.id)
    routes[id: ids[1]]?.name = "c"
    #expect(routes[id: ids[1]]?.name == "c")
    routes[id: ids[0]] = Walk.Screen.State(name: "d")
    #expect(routes.map(\.screen.name) == ["d", "c"])
    #expect(routes.map(\.id) == ids)
    routes[id: ids[0]] = nil
    #expect(routes.count == 2)
    routes.pop()
    routes[id: ids[1]] = Walk.Screen.State(name: "e")
    #expect(routes[id: ids[1]] == nil)
    #expect(routes.map(\.screen.name) == ["d"])
  }
}

@Reducer private struct Walk {
  @Reducer struct Screen {
    @ObservableState struct State: Equatable { var name: String }
    enum Action { case renamed(String) }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .renamed(let name): state.name = name
        }
        return .none
      }
    }
  }

  @ObservableState struct State {
    var routes: [Route<Screen.State>] = [
      .root(Screen.State(name: "root"), embedInNavigationView: true)
    ]
  }

  enum Action { case router(IndexedRouterActionOf<Screen>), walked, back }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .walked: state.routes.push(Screen.State(name: "\(state.routes.count)"))
      case .back: state.routes.goBack()
      case .router: break
      }
      return .none
    }
    .forEachRoute(\.routes, action: \.router) { Screen() }
  }
}
