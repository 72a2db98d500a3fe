import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

/// The Composable Architecture, #3450: a host that sent its stack too late brought back routes
/// that the program had cleared.
@MainActor
@Suite("TCA #3450: a host's late stack does not restore cleared routes")
struct TCA3450Tests {
  @Reducer
  struct Page {
    struct State: Equatable { var name: String }
    enum Action: Equatable { case leave }
    @Dependency(\.dismiss) var dismiss

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      .run { [dismiss] _ in await dismiss() }
    }
  }

  @Reducer
  struct App {
    struct State: Equatable {
      var routes: [Route<Page.State>] = [
        .root(Page.State(name: "home"), embedInNavigationView: true),
        .push(Page.State(name: "a")), .push(Page.State(name: "b")),
      ]
    }
    enum Action {
      case router(IndexedRouterActionOf<Page>)
      case change((inout [Route<Page.State>]) -> Void)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .change(let change) = action { change(&state.routes) }
        return .none
      }
      .forEachRoute(\.routes, action: \.router) { Page() }
      .routeGuard { _, _ in .allow }
    }
  }

  @Reducer
  struct UnguardedApp {
    typealias State = App.State
    typealias Action = App.Action

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        if case .change(let change) = action { change(&state.routes) }
        return .none
      }
      .forEachRoute(\.routes, action: \.router) { Page() }
    }
  }

  /// The way in which the program clears the stack.
  enum Clearing: CaseIterable {
    case goBack, goBackToRoot, pop, popToRoot, replaceAll, byHand, byHandOne, screen
  }

  private func clear(_ clearing: Clearing, in store: Store<App.State, App.Action>) async {
    switch clearing {
    case .goBack: store.send(.change { $0.goBack(2) })
    case .goBackToRoot: store.send(.change { $0.goBackToRoot() })
    case .pop: store.send(.change { $0.pop() })
    case .popToRoot: store.send(.change { $0.popToRoot() })
    case .replaceAll: store.send(.change { $0.replaceAll(with: [$0[0]]) })
    case .byHand: store.send(.change { $0 = [$0[0]] })
    case .byHandOne: store.send(.change { $0.removeLast() })
    case .screen:
      let top = store.state.routes[2].id
      await store.send(.router(.routeAction(id: top, action: .leave))).finish()
    }
  }

  @Test("It is refused and reported", arguments: Clearing.allCases, [true, false])
  func itIsRefused(clearing: Clearing, isGuarded: Bool) async {
    let store =
      isGuarded
      ? Store(initialState: App.State()) { App() }
      : Store(initialState: App.State()) { UnguardedApp() }
    let shown = store.state.routes
    await clear(clearing, in: store)
    let cleared = store.state.routes.map(\.id)
    #expect(cleared.count < 3)
    withKnownIssue {
      _ = store.send(.router(.updateRoutes(shown)))
    } matching: {
      "\($0)".contains(
        "A host's route stack came too late: it brings back a route that was removed")
    }
    #expect(store.state.routes.map(\.id) == cleared)
    // A new route may be added.
    store.send(.router(.updateRoutes(store.state.routes + [.cover(Page.State(name: "new"))])))
    #expect(store.state.routes.count == cleared.count + 1)
  }

  @Test("The host's earlier copy is also refused")
  func anEarlierCopyIsRefused() {
    let store = Store(initialState: App.State()) { UnguardedApp() }
    let shown = Array(store.state.routes.prefix(2))
    store.send(.change { $0.goBackToRoot() })
    withKnownIssue {
      _ = store.send(.router(.updateRoutes(shown)))
    } matching: {
      "\($0)".contains("A host's route stack came too late")
    }
    #expect(store.state.routes.count == 1)
  }

  @Test("The host's earlier copy is refused if its top was replaced")
  func aReplacedRouteIsRefused() {
    let store = Store(initialState: App.State()) { UnguardedApp() }
    let shown = Array(store.state.routes.prefix(2))
    store.send(
      .change {
        $0.goBack()
        $0.replaceCurrent(Page.State(name: "c"))
      })
    withKnownIssue {
      _ = store.send(.router(.updateRoutes(shown)))
    } matching: {
      "\($0)".contains("A host's route stack came too late")
    }
    #expect(store.state.routes.map(\.screen.name) == ["home", "c"])
  }

  @Test("The host may bring back a route that it left itself")
  func aCancelledSwipe() {
    let store = Store(initialState: App.State()) { UnguardedApp() }
    let shown = store.state.routes
    store.send(.router(.updateRoutes(Array(shown.prefix(1)))))
    store.send(.router(.updateRoutes(shown)))
    #expect(store.state.routes.map(\.id) == shown.map(\.id))
  }

  @Test("The program can put a route back, and the host may leave it and bring it back")
  func theProgramPutsItBack() {
    let store = Store(initialState: App.State()) { UnguardedApp() }
    let shown = store.state.routes
    store.send(.change { $0.goBackToRoot() })
    store.send(.change { $0 = shown })
    store.send(.router(.updateRoutes(shown)))
    store.send(.router(.updateRoutes(Array(shown.prefix(2)))))
    store.send(.router(.updateRoutes(shown)))
    #expect(store.state.routes.map(\.id) == shown.map(\.id))
  }
}
