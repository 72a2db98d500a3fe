import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

/// Tries to bypass a guard, or to make it ask for ever.
@MainActor
@Suite("Attacks on guards") struct GuardAttacks {
  private typealias Store = TestStoreOf<Maze>

  private func makeStore(
    _ decide:
      @escaping (RouteChange<Maze.State, MazeRoom.State>) -> RouteGuardDecision<
        MazeRoom.State
      >,
    routes: [Route<MazeRoom.State>]? = nil
  ) -> Store {
    TestStore(initialState: Maze.State(routes: routes ?? [Self.hall])) {
      Maze(decide: decide)
    }
  }

  private static var hall: Route<MazeRoom.State> {
    .root(MazeRoom.State(name: "hall"), embedInNavigationView: true)
  }
  private static func room(_ name: String) -> Route<MazeRoom.State> {
    .push(MazeRoom.State(name: name))
  }

  /// The guard only wraps the reducer of `forEachRoute`, as the articles say.
  @Test func changesOfRoutesByOtherReducersAreNotGuarded() async {
    let store = TestStore(initialState: Maze.State(routes: [Self.hall])) {
      CombineReducers {
        Maze { _ in .reject(reason: "Shut.") }
          .onChange(of: \.isOpen) { _, state in
            state.routes.push(MazeRoom.State(name: "around"))
            return .none
          }
        Reduce<Maze.State, Maze.Action> { state, action in
          if action.is(\.unlock) { state.routes.push(MazeRoom.State(name: "beside")) }
          return .none
        }
      }
    }
    await store.send(.unlock) {
      $0.isOpen = true
      $0.routes += [Self.room("around"), Self.room("beside")]
    }
    #expect(store.state.log.isEmpty)
  }

  @Test func theEffectOfAnActionThatRemovesItsOwnScreenNeverRuns() async {
    let store = makeStore({ _ in .allow }, routes: [Self.hall, Self.room("cell")])
    let cell = store.state.routes[1].id
    await store.send(\.router[id: cell].workAndGo) { $0.routes.goBack() }
  }

  @Test func theEffectOfAnActionWhoseRemovalIsRefusedLivesOn() async {
    let store = makeStore(
      { $0.state.isOpen ? .allow : .reject(reason: "Shut.") },
      routes: [Self.hall, Self.room("cell")])
    let cell = store.state.routes[1].id
    await store.send(\.router[id: cell].workAndGo)
    await store.receive(\.router.guarded.rejected) { $0.log = ["guarded"] }
    await store.send(.unlock) { $0.isOpen = true }
    await store.send(.leave) { $0.routes.goBack() }
    await store.finish()
  }

  @Test func aCancellationErrorThatNobodysCancellationCausedRefuses() async {
    let store = makeStore(
      { _ in .ask { throw CancellationError() } }, routes: [Self.hall, Self.room("cell")])
    store.exhaustivity = .off
    await store.send(.leave)
    await store.receive(\.router.guarded.rejected)
    await store.finish()
    #expect(store.state.question == nil)
    #expect(store.state.routes.count == 2)
  }

  @Test func theEffectOfAnActionWhoseRemovalIsAskedAboutEndsWithTheAnswer() async {
    let answer = AsyncStream<Void>.makeStream()
    let store = makeStore(
      { _ in
        .ask {
          for await _ in answer.stream { break }
          return .allow
        }
      }, routes: [Self.hall, Self.room("cell")])
    let cell = store.state.routes[1].id
    await store.send(\.router[id: cell].workAndGo) {
      $0.question = RouteQuestion(proposed: [Self.hall], source: .coordinator)
    }
    answer.continuation.yield()
    await store.receive(\.router.guarded.answered) {
      $0.question = nil
      $0.routes.goBack()
    }
    await store.finish()
  }

  @Test func aScreenThatMayNotLeaveContinues() async {
    let store = makeStore(
      { _ in .reject(reason: "Shut.") }, routes: [Self.hall, Self.room("cell")])
    let cell = store.state.routes[1].id
    await store.send(\.router[id: cell].leaveThenCount)
    await store.receive(\.router.dismiss, cell)
    await store.receive(\.router.guarded.rejected) { $0.log = ["guarded"] }
    await store.receive(\.router[id: cell].count) { $0.routes[1].screen.count = 1 }
  }

  @Test func aScreenThatLeavesWhileAGuardAsksSupersedesAndIsAskedAboutItself() async {
    let answer = AsyncStream<Void>.makeStream()
    let store = makeStore(
      {
        guard !$0.added.isEmpty else { return .reject(reason: "Shut.") }
        return .ask {
          for await _ in answer.stream { break }
          return .allow
        }
      }, routes: [Self.hall, Self.room("cell")])
    let cell = store.state.routes[1].id
    await store.send(.enter("vault")) {
      $0.question = RouteQuestion(
        proposed: $0.routes + [Self.room("vault")], source: .coordinator)
    }
    await store.send(.router(.dismiss(id: cell))) { $0.question = nil }
    await store.receive(\.router.guarded.rejected) { $0.log = ["superseded"] }
    await store.receive(\.router.guarded.rejected) { $0.log.append("guarded") }
    answer.continuation.yield()
    #expect(store.state.routes.count == 2)
  }

  @Test func routesThatChangePlacesAreAskedAbout() async {
    let store = makeStore(
      { _ in .reject(reason: "Shut.") },
      routes: [Self.hall, Self.room("a"), Self.room("b")])
    let routes = store.state.routes
    await store.send(.router(.updateRoutes([routes[0], routes[2], routes[1]])))
    await store.receive(\.router.guarded.rejected) { $0.log = ["guarded"] }
    #expect(store.state.routes.map(\.id) == routes.map(\.id))
  }

  @Test func anAnswerThatWasForgedAfterTheQuestionEndedOpensNothing() async throws {
    let store = makeStore({ _ in .ask { .reject(reason: "Shut.") } })
    await store.send(.enter("vault")) {
      $0.question = RouteQuestion(
        proposed: [Self.hall, Self.room("vault")], source: .coordinator)
    }
    let id = try #require(store.state.question?.id)
    await store.receive(\.router.guarded.answered) { $0.question = nil }
    await store.receive(\.router.guarded.rejected) { $0.log = ["guarded"] }
    await store.send(
      .router(.guarded(.answered(RouteGuardAnswer(id: id, outcome: .result(.allow))))))
    #expect(store.state.routes.count == 1)
  }

  @Test func theRootOfANestedStackLeavesOnlyWhereTheOuterGuardAllowsIt() async {
    let store = TestStore(initialState: Tower.State()) { Tower() }
    let floor = store.state.routes[1].id
    let hall = store.state.routes[1].screen.routes[0].id
    await store.send(\.router[id: floor].router[id: hall].leaveThenCount)
    await store.receive(\.router.dismiss, floor)
    await store.receive(\.router.guarded.rejected) { $0.rejections = 1 }
    await store.receive(\.router[id: floor].router[id: hall].count) {
      $0.routes[1].screen.routes[0].screen.count = 1
    }
    #expect(store.state.routes.count == 2)
  }

  @Test func theQuestionOfANestedCoordinatorEndsWithItsRoute() async {
    let store = TestStore(initialState: Tower.State(isOpen: true)) { Tower(asks: true) }
    let floor = store.state.routes[1].id
    await store.send(\.router[id: floor].enter, "vault") {
      $0.routes[1].screen.question = RouteQuestion(
        proposed: [Self.hall, Self.room("vault")], source: .coordinator)
    }
    await store.send(.router(.updateRoutes(Array(store.state.routes.dropLast())))) {
      $0.routes.goBack()
    }
    await store.finish()
  }
}

/// A room that works until it is removed.
@Reducer
private struct MazeRoom {
  struct State: Equatable {
    var name: String
    var count = 0
  }
  @CasePathable
  enum Action: Equatable { case workAndGo, leaveThenCount, count }

  @Dependency(\.dismiss) var dismiss

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .workAndGo:
      return .run { _ in for await _ in AsyncStream<Never>.makeStream().stream {} }
    case .leaveThenCount:
      return .run { [dismiss] send in
        await dismiss()
        await send(.count)
      }
    case .count:
      state.count += 1
      return .none
    }
  }
}

/// Leaves a room as soon as it reports that it works.
@Reducer
private struct Maze {
  struct State: Equatable {
    var routes: [Route<MazeRoom.State>] = [
      .root(MazeRoom.State(name: "hall"), embedInNavigationView: true)
    ]
    var question: RouteQuestion<MazeRoom.State>?
    var isOpen = false
    var log: [String] = []
  }
  @CasePathable
  enum Action: Equatable {
    case router(IndexedRouterActionOf<MazeRoom>)
    case enter(String)
    case leave, unlock
  }

  var decide: (RouteChange<State, MazeRoom.State>) -> RouteGuardDecision<MazeRoom.State>

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .router(.routeAction(_, .workAndGo)), .leave: state.routes.goBack()
      case .router(.guarded(.rejected(let rejection))): state.log.append("\(rejection.cause)")
      case .router: break
      case .enter(let name): state.routes.push(MazeRoom.State(name: name))
      case .unlock: state.isOpen = true
      }
      return .none
    }
    .forEachRoute(\.routes, action: \.router) { MazeRoom() }
    .routeGuard(asking: \.question) { decide($0) }
  }
}

/// A maze on each floor; no route leaves a floor before the tower is open.
@Reducer
private struct Tower {
  struct State: Equatable {
    var routes: [Route<Maze.State>] = [.root(Maze.State()), .cover(Maze.State())]
    var isOpen = false
    var rejections = 0
  }
  @CasePathable
  enum Action: Equatable { case router(IndexedRouterActionOf<Maze>) }

  var asks = false

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .router(.guarded(.rejected)) = action { state.rejections += 1 }
      return .none
    }
    .forEachRoute(\.routes, action: \.router) {
      Maze { [asks] _ in
        guard asks else { return .allow }
        return .ask {
          for await _ in AsyncStream<Never>.makeStream().stream {}
          return .allow
        }
      }
    }
    .routeGuard { change in
      change.removed.isEmpty || change.state.isOpen ? .allow : .reject(reason: "Shut.")
    }
  }
}
