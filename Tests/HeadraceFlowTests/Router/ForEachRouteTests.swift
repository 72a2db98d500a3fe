import Headrace
import HeadraceFlow
import Testing

@MainActor
@Suite("forEachRoute")
struct ForEachRouteTests {
  struct Screen: Reducer {
    struct State: Equatable {
      let name: String
      var ticks = 0
      var parentSaw: [String] = []
    }
    enum Action: Equatable { case start, tick, leave }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .start:
        return .run { send in
          // Only ends when it is cancelled.
          for await _ in AsyncStream<Never>.makeStream().stream {}
          await send(.tick)
        }
      case .tick:
        state.ticks += 1
        return .none
      case .leave:
        return .none
      }
    }
  }

  struct Coordinator: Reducer {
    struct State: Equatable {
      var routes: [Route<Screen.State>] = [
        .root(Screen.State(name: "root"), embedInNavigationView: true)
      ]
      var ticksSeen: [Int] = []
    }
    @CasePathable
    enum Action {
      case router(IndexedRouterActionOf<Screen>)
      case push(String)
      case replace(String)
    }
    static let line: UInt = #line + 17
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .router(.routeAction(let id, .tick)):
          state.ticksSeen.append(state.routes.first { $0.id == id }?.screen.ticks ?? -1)
        case .router(.routeAction(_, .leave)):
          state.routes.goBack()
        case .push(let name):
          state.routes.push(Screen.State(name: name))
        case .replace(let name):
          state.routes.replaceCurrent(Screen.State(name: name))
        case .router:
          break
        }
        return .none
      }
      .forEachRoute(\.routes, action: \.router) { Screen() }
    }
  }

  private func makeStore() -> StoreOf<Coordinator> {
    Store(initialState: Coordinator.State()) { Coordinator() }
  }

  @Test func theScreenRunsBeforeItsCoordinator() {
    let store = makeStore()
    let id = store.state.routes[0].id
    store.send(.router(.routeAction(id: id, action: .tick)))
    #expect(store.state.ticksSeen == [1])
  }

  @Test("Law 8: effects end when their route is popped")
  func effectsEndWhenTheirRouteIsPopped() async {
    let store = makeStore()
    store.send(.push("second"))
    let root = store.state.routes[0].id
    let top = store.state.routes[1].id
    store.send(.router(.routeAction(id: root, action: .start)))
    let task = store.send(.router(.routeAction(id: top, action: .start)))
    #expect(store.effects.count == 2)
    store.send(.router(.routeAction(id: top, action: .leave)))
    #expect(store.effects.count == 1, "the root's effect goes on")
    await task.finish()
  }

  @Test("Law 8: effects end when their route is replaced in place, even by an equal one")
  func effectsEndWhenTheirRouteIsReplacedInPlace() async {
    let store = makeStore()
    store.send(.push("same"))
    let old = store.state.routes[1].id
    let task = store.send(.router(.routeAction(id: old, action: .start)))
    store.send(.replace("same"))
    #expect(store.effects.isEmpty)
    #expect(store.state.routes[1].id != old)
    await task.finish()
    withKnownIssue {
      store.send(.router(.routeAction(id: old, action: .tick)))
    } matching: {
      $0.comments.map(\.rawValue) == [
        """
        An action was sent to a child that is gone: '.tick' for 'Screen[\(old)]'.

        The 'forEachRoute' at HeadraceFlowTests/ForEachRouteTests.swift:\(Coordinator.line) \
        received it while there was no such child, so it was dropped: it could change nothing. A \
        child's effects end with its state, so other code sent the action. Send child actions \
        only while the child exists, and remove the child's state after its last action, not \
        before.
        """
      ]
    }
    #expect(store.state.routes[1].screen.ticks == 0, "no route gets an action for the old one")
  }

  @Test("Law 8: effects end when the host takes their route away by updateRoutes")
  func effectsEndOnUpdateRoutes() async {
    let store = makeStore()
    store.send(.push("second"))
    let top = store.state.routes[1].id
    let task = store.send(.router(.routeAction(id: top, action: .start)))
    let rest = Array(store.state.routes.dropLast())
    store.send(.router(.updateRoutes(rest)))
    #expect(store.effects.isEmpty)
    await task.finish()
  }

  @Test func anInvalidStackIsRejectedAndReported() {
    let store = makeStore()
    let before = store.state
    withKnownIssue {
      store.send(.router(.updateRoutes([])))
    } matching: {
      $0.comments.map(\.rawValue).joined().contains("Tried to replace a route stack with an")
    }
    #expect(store.state == before)
  }

  @Test func aRouteInTheMiddleKeepsItsEffectsWhenTheTopGoes() async {
    let store = makeStore()
    store.send(.push("middle"))
    store.send(.push("top"))
    let middle = store.state.routes[1].id
    let task = store.send(.router(.routeAction(id: middle, action: .start)))
    store.send(.router(.routeAction(id: store.state.routes[2].id, action: .leave)))
    #expect(store.effects.count == 1)
    await task.cancel()
    #expect(store.effects.isEmpty)
  }
}
