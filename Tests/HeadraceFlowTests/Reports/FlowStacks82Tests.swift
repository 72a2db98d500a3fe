import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

/// FlowStacks, #82: going back and pushing in one action closed the new screen, because the old one
/// reported its dismissal later.
@MainActor
@Suite("FlowStacks #82: going back and pushing in one action") struct FlowStacks82Tests {
  @Reducer
  struct Page {
    struct State: Equatable { var name: String }
    enum Action: Equatable { case leave, work, worked }
    @Dependency(\.dismiss) var dismiss

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .leave: return .run { [dismiss] _ in await dismiss() }
      case .work:
        return .run { send in
          for await _ in AsyncStream<Never>.makeStream().stream {}
          await send(.worked)
        }
      case .worked: return .none
      }
    }
  }

  @Reducer(state: .equatable, action: .equatable)
  enum Screen {
    case page(Page)
  }

  @Reducer
  struct App {
    struct State: Equatable {
      var routes: [Route<Screen.State>] = [
        .root(.page(Page.State(name: "home")), embedInNavigationView: true),
        .push(.page(Page.State(name: "old"))),
      ]
    }
    enum Action {
      case router(IndexedRouterActionOf<Screen>)
      case exchange, exchangeByPop
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .exchange:
          state.routes.goBack()
          state.routes.push(.page(Page.State(name: "new")))
        case .exchangeByPop:
          state.routes.pop()
          state.routes.presentSheet(.page(Page.State(name: "new")))
        case .router: break
        }
        return .none
      }
      .forEachRoute(\.routes, action: \.router) { Screen.body }
    }
  }

  private func names(_ store: StoreOf<App>) -> [String] {
    store.state.routes.compactMap { $0.screen.page?.name }
  }

  @Test("Both steps hold, and the old route's late dismissal is dropped and reported")
  func bothStepsHold() {
    for action in [App.Action.exchange, .exchangeByPop] {
      let store = Store(initialState: App.State()) { App() }
      let old = store.state.routes[1].id
      store.send(.router(.routeAction(id: old, action: .page(.work))))
      store.send(action)
      #expect(names(store) == ["home", "new"])
      #expect(store.state.routes[1].id != old)
      #expect(store.effects.isEmpty)
      withKnownIssue {
        _ = store.send(.router(.dismiss(id: old)))
      } matching: {
        "\($0)".contains("Tried to dismiss a route, but it is not on the stack")
      }
      withKnownIssue {
        _ = store.send(.router(.routeAction(id: old, action: .page(.leave))))
      } matching: {
        "\($0)".contains("An action was sent to a child that is gone")
      }
      #expect(names(store) == ["home", "new"])
    }
  }

  @Test("The new route can leave by itself")
  func theNewRouteLeaves() async {
    let store = Store(initialState: App.State()) { App() }
    store.send(.exchange)
    let new = store.state.routes[1].id
    await store.send(.router(.routeAction(id: new, action: .page(.leave)))).finish()
    #expect(names(store) == ["home"])
  }
}
