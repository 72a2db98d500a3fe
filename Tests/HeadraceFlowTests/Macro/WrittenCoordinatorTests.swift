import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

@Reducer
struct WrittenPage {
  struct State: Equatable {}
  enum Action: Equatable { case nextButtonTapped, doneButtonTapped }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

// MARK: - Everything in Extensions

@FlowCoordinator(screen: "Screen")
struct ShortFlow {}

extension ShortFlow {
  @Reducer(state: .equatable, action: .equatable)
  enum Screen {
    case first(WrittenPage)
    case second(WrittenPage)
  }
}

extension ShortFlow {
  func handleRoute(state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .router(.routeAction(_, .first(.nextButtonTapped))):
      state.routes.push(.second(WrittenPage.State()))
      return .none
    case .router:
      return .none
    }
  }
}

// MARK: - Groups of Actions

@FlowCoordinator(navigation: true)
struct GroupedFlow {
  @Reducer(state: .equatable, action: .equatable)
  enum Screen {
    case first(WrittenPage)
    case second(WrittenPage)
  }

  @ObservableState
  struct State: Equatable {
    var routes: [Route<Screen.State>] = [
      .root(.first(WrittenPage.State()), embedInNavigationView: true)
    ]
  }

  enum Action {
    case router(IndexedRouterActionOf<Screen>)
    case view(View)
    case inner(Inner)
    case navigation(Navigation)
    case delegate(Delegate)
  }

  enum View: Equatable { case closeButtonTapped }
  enum Inner: Equatable { case loaded(Int) }
  enum Navigation: Equatable { case showSecond }
  enum Delegate: Equatable { case closed }

  func handleRoute(state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .router(let action):
      handleRouterAction(state: &state, action: action)
    case .view(.closeButtonTapped):
      .send(.delegate(.closed))
    case .navigation(.showSecond):
      routeWithDelaysIfUnsupported(state.routes, action: \.router) {
        $0.goTo(.second(WrittenPage.State()))
      }
    case .inner, .delegate:
      .none
    }
  }

  private func handleRouterAction(
    state: inout State, action: IndexedRouterActionOf<Screen>
  ) -> Effect<Action> {
    switch action {
    case .routeAction(id: _, action: .first(.nextButtonTapped)):
      .send(.navigation(.showSecond))
    case .routeAction(_, action: .second(.doneButtonTapped)):
      .send(.inner(.loaded(1)))
    default:
      .none
    }
  }
}

// MARK: - Actions of the Stack Alone, as TCAFlow Writes Them

@FlowCoordinator(screen: "ShortFlow.Screen")
struct RouterFlow {
  struct State: Equatable {
    var routes: [Route<ShortFlow.Screen.State>] = [
      .root(.first(WrittenPage.State()), embedInNavigationView: true)
    ]
  }

  enum Action {
    case router(IndexedRouterActionOf<ShortFlow.Screen>)
    case helpButtonTapped
  }

  func handleRoute(
    state: inout State, action: IndexedRouterActionOf<ShortFlow.Screen>
  ) -> Effect<Action> {
    if case .routeAction(_, action: .first(.nextButtonTapped)) = action {
      state.routes.push(.second(WrittenPage.State()))
    }
    return .none
  }
}

@FlowCoordinator(screen: "ShortFlow.Screen")
struct OnlyRouterFlow {
  func handleRoute(
    state: inout State, action: IndexedRouterActionOf<ShortFlow.Screen>
  ) -> Effect<Action> {
    if case .routeAction(_, action: .first(.nextButtonTapped)) = action { state.routes.goBack() }
    return .none
  }
}

// MARK: - A Body of Its Own

@FlowCoordinator(screen: "GroupedFlow.Screen")
struct GuardedFlow {
  struct State: Equatable {
    var routes: [Route<GroupedFlow.Screen.State>] = [
      .root(.first(WrittenPage.State()), embedInNavigationView: true)
    ]
  }

  enum Action: Equatable { case router(IndexedRouterActionOf<GroupedFlow.Screen>) }

  var body: some ReducerOf<Self> {
    flow.routeGuard { _, proposed in
      proposed.contains(\.second) ? .reject(reason: "Not yet.") : .allow
    }
  }

  private func handleRoute(state: inout State, action: Action) -> Effect<Action> {
    if case .router(.routeAction(_, .first(.nextButtonTapped))) = action {
      state.routes.push(.second(WrittenPage.State()))
    }
    return .none
  }
}

@Suite("'@FlowCoordinator' as it is written") struct WrittenCoordinatorTests {
  @Test func aCoordinatorInExtensionsHasAStateAndAnAction() async {
    let store = TestStore(
      initialState: ShortFlow.State(routes: [
        .root(.first(WrittenPage.State()), embedInNavigationView: true)
      ])
    ) { ShortFlow() }
    let first = store.state.routes[0].id
    await store.send(\.router[id: first].first, .nextButtonTapped) {
      $0.routes.push(.second(WrittenPage.State()))
    }
  }

  @Test func aHandlerMayTakeTheActionsOfTheStackAlone() async {
    let store = TestStore(initialState: RouterFlow.State()) { RouterFlow() }
    await store.send(.helpButtonTapped)
    await store.send(\.router[id: 0].first.nextButtonTapped) {
      $0.routes.push(.second(WrittenPage.State()))
    }
    let only = TestStore(
      initialState: OnlyRouterFlow.State(routes: store.state.routes)
    ) { OnlyRouterFlow() }
    let first = only.state.routes[0].id
    await only.send(\.router[id: first].first.nextButtonTapped) { $0.routes.goBack() }
  }

  @Test func groupsOfActionsHaveCasePaths() async {
    let store = TestStore(initialState: GroupedFlow.State()) { GroupedFlow() }
    await store.send(\.router[id: 0].first.nextButtonTapped)
    await store.receive(\.navigation.showSecond)
    await store.receive(\.router.steps) {
      $0.routes.push(.second(WrittenPage.State()))
    }
    let second = store.state.routes[1].id
    await store.send(\.router[id: second].second.doneButtonTapped)
    await store.receive(\.inner.loaded, 1)
    await store.send(\.view.closeButtonTapped)
    await store.receive(\.delegate.closed)
  }

  @Test func aBodyOfItsOwnBuildsOnTheFlow() async {
    let store = TestStore(initialState: GuardedFlow.State()) { GuardedFlow() }
    await store.send(\.router[id: 0].first.nextButtonTapped)
    await store.receive(\.router.guarded.rejected)
  }
}
