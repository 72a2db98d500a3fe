import Headrace
import HeadraceFlow
import Testing

@MainActor
@Suite("Dismissal of routes")
struct RouteDismissalTests {
  @Reducer
  struct Screen {
    struct State: Equatable {
      var name: String
      var wasPresented: Bool?
    }
    enum Action: Equatable { case leave, wait, lookUp }

    @Dependency(\.dismiss) var dismiss
    @Dependency(\.isPresented) var isPresented

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .leave:
        return .run { [self] _ in await dismiss() }
      case .wait:
        return .run { _ in
          // Only ends when it is cancelled.
          for await _ in AsyncStream<Never>.makeStream().stream {}
        }
      case .lookUp:
        state.wasPresented = isPresented
        return .none
      }
    }
  }

  @Reducer
  struct Inner {
    struct State: Equatable {
      var routes: [Route<Screen.State>] = [
        .root(Screen.State(name: "inner root"), embedInNavigationView: true),
        .push(Screen.State(name: "inner top")),
      ]
    }
    enum Action {
      case router(IndexedRouterActionOf<Screen>)
    }
    var body: some ReducerOf<Self> {
      EmptyReducer()
        .forEachRoute(\.routes, action: \.router) { Screen() }
    }
  }

  @Reducer
  enum Outer {
    case screen(Screen)
    case inner(Inner)
  }

  @Reducer
  struct Coordinator {
    struct State: Equatable {
      var routes: [Route<Outer.State>] = [
        .root(.screen(Screen.State(name: "root")), embedInNavigationView: true),
        .push(.screen(Screen.State(name: "pushed"))),
        .sheet(.inner(Inner.State())),
      ]
      var log: [String] = []
    }
    enum Action {
      case router(IndexedRouterActionOf<Outer>)
    }
    static let forEachRouteLine = #line + 9
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .router(.dismiss(let id)) = action {
          let position = state.routes.firstIndex { $0.id == id }
          state.log.append("\(position ?? -1) of \(state.routes.count) leaves")
        }
        return .none
      }
      .forEachRoute(\.routes, action: \.router) { Outer.body }
    }
  }

  private let store: StoreOf<Coordinator>

  init() {
    store = Store(initialState: Coordinator.State()) { Coordinator() }
  }

  private func send(_ action: Screen.Action, to position: Int) -> StoreTask {
    let id = store.state.routes[position].id
    return store.send(.router(.routeAction(id: id, action: .screen(action))))
  }

  private func send(_ action: Screen.Action, toInner position: Int) -> StoreTask {
    let route = store.state.routes[2]
    guard case .inner(let inner) = route.screen else { preconditionFailure("not the inner stack") }
    let id = inner.routes[position].id
    return store.send(
      .router(
        .routeAction(
          id: route.id, action: .inner(.router(.routeAction(id: id, action: action))))))
  }

  @Test func aScreenLeavesItsRouteAndAllAbove() async {
    let waiting = send(.wait, toInner: 1)
    await send(.leave, to: 1).finish()
    #expect(store.state.routes.count == 1)
    #expect(store.state.log == ["1 of 3 leaves"])
    #expect(store.effects.isEmpty)
    await waiting.finish()
  }

  @Test func theNearestRouteIsLeft() async {
    await send(.leave, toInner: 1).finish()
    #expect(store.state.routes.count == 3)
    #expect(store.state.routes[2].screen.inner?.routes.count == 1)
    #expect(store.state.log == [])
  }

  @Test func theRootOfANestedStackLeavesTheWholeStack() async {
    await send(.leave, toInner: 0).finish()
    #expect(store.state.routes.count == 2)
    #expect(store.state.log == ["2 of 3 leaves"])
  }

  @Test func theRootOfAllCantLeave() async {
    await withKnownIssue {
      await send(.leave, to: 0).finish()
    } matching: {
      $0.comments.map(\.rawValue).joined()
        .contains("A feature asked to be dismissed, but nothing presents it.")
    }
    #expect(store.state.routes.count == 3)
  }

  @Test func isPresentedTellsWhetherARouteCanBeLeft() {
    _ = send(.lookUp, to: 0)
    _ = send(.lookUp, to: 1)
    _ = send(.lookUp, toInner: 0)
    _ = send(.lookUp, toInner: 1)
    #expect(store.state.routes[0].screen.screen?.wasPresented == false)
    #expect(store.state.routes[1].screen.screen?.wasPresented == true)
    let inner = store.state.routes[2].screen.inner
    #expect(inner?.routes.map(\.screen.wasPresented) == [true, true])
  }

  @Test func dismissingTheRootByHandIsRefusedAndReported() {
    let root = store.state.routes[0].id
    withKnownIssue {
      store.send(.router(.dismiss(id: root)))
    } matching: {
      $0.comments.map(\.rawValue).joined().contains(
        """
        Tried to dismiss a route, but it is the root: \(root).

        The 'forEachRoute' at HeadraceFlowTests/RouteDismissalTests.swift:\
        \(Coordinator.forEachRouteLine) received '.dismiss' for 'Outer', and changed \
        nothing: a stack always keeps its root. Send it once, and only for routes above the root.
        """)
    }
    #expect(store.state.routes.count == 3)
  }

  @Test func dismissingARouteThatWasLeftIsReported() {
    let top = store.state.routes[2].id
    store.send(.router(.dismiss(id: top)))
    #expect(store.state.routes.count == 2)
    withKnownIssue {
      store.send(.router(.dismiss(id: top)))
    } matching: {
      $0.comments.map(\.rawValue).joined().contains(
        """
        Tried to dismiss a route, but it is not on the stack: \(top).

        The 'forEachRoute' at HeadraceFlowTests/RouteDismissalTests.swift:\
        \(Coordinator.forEachRouteLine) received '.dismiss' for 'Outer', and changed \
        nothing: the route was left before. Send it once, and only for routes above the root.
        """)
    }
  }
}

extension RouteDismissalTests.Outer.State: Equatable {}
