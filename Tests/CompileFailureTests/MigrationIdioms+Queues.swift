// MARK: - Queues

extension MigrationIdiom {
  static let queues = [
    Self(
      "PacedByTheMainQueue", outcome: .compilesByScript,
      """
      import CombineSchedulers
      import ComposableArchitecture

      struct Paced: Reducer {
        struct State {}
        enum Action { case typed, tick }
        enum CancelID { case typing, ticks }
        @Dependency(\\.mainQueue) private var mainQueue
        func reduce(into state: inout State, action: Action) -> Effect<Action> {
          switch action {
          case .typed:
            return .run { send in await send(.tick) }
              .debounce(id: CancelID.typing, for: 0.3, scheduler: mainQueue)
              .throttle(
                id: CancelID.ticks,
                for: .milliseconds(500),
                scheduler: self.mainQueue,
                latest: true
              )
          case .tick:
            return .run { [mainQueue] send in
              try await mainQueue.sleep(for: .seconds(1))
              for await _ in mainQueue.timer(interval: 1) { await send(.tick) }
            }
          }
        }
      }
      """),
    Self(
      "QueueBesideAClock", outcome: .compilesByScript,
      """
      import ComposableArchitecture

      struct TwoClocks: Reducer {
        struct State {}
        enum Action { case typed }
        @Dependency(\\.continuousClock) var clock
        @Dependency(\\.mainQueue) var mainQueue
        @Dependency(\\.mainQueue) fileprivate var queue
        func reduce(into state: inout State, action: Action) -> Effect<Action> {
          Effect.send(.typed).debounce(id: 1, for: 1, scheduler: mainQueue)
            .debounce(id: 2, for: .zero, scheduler: queue)
        }
      }
      """),
  ]
}

// MARK: - Flows

extension MigrationIdiom {
  static let flows = [
    Self(
      "Coordinator",
      """
      import ComposableArchitecture
      import TCACoordinators

      @Reducer struct Lobby {
        struct State: Equatable {}
        enum Action { case entered }
        var body: some ReducerOf<Self> { EmptyReducer() }
      }
      @Reducer enum Hall { case lobby(Lobby), cellar(Lobby) }
      @Reducer struct HallCoordinator {
        struct State {
          var routes: [Route<Hall.State>] = [.root(.lobby(Lobby.State()), withNavigation: true)]
        }
        enum Action { case router(IndexedRouterActionOf<Hall>) }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .router(.routeAction(_, action: .lobby(.entered))):
              state.routes.push(.cellar(Lobby.State()))
              state.routes.presentSheet(.cellar(Lobby.State()), withNavigation: true)
              state.routes.presentCover(.cellar(Lobby.State()), withNavigation: true)
            case .router:
              break
            }
            return .none
          }
          .forEachRoute(\\.routes, action: \\.router)
        }
      }
      """),
    Self(
      "FlowAlone",
      """
      import TCAFlow

      struct Shelf { var routes: [Route<String>] = [.root("a"), .sheet("b", withNavigation: true)] }
      typealias ShelfStore = StoreOf<EmptyReducer<Shelf, Bool>>
      """),
  ]
}

// MARK: - Left to a Person

extension MigrationIdiom {
  static let named = [
    Self(
      "RowsOfID", outcome: .named(lines: [9, 11]),
      """
      import ComposableArchitecture

      @Reducer struct Line {
        struct State: Identifiable { let id: Int }
      }
      @Reducer struct Lines {
        struct State { var lines: IdentifiedArrayOf<Line.State> = [] }
        enum Action { case line(id: Int, action: Line.Action) }
        var body: some ReducerOf<Self> {
          EmptyReducer().forEach(\\.lines, action: /Action.line(id:action:)) { Line() }
        }
      }
      """),
    Self(
      "ScopeOverAnEnum", outcome: .named(lines: [8]),
      """
      import ComposableArchitecture

      @Reducer struct Switch {
        enum State { case on(EmptyReducer<Int, Bool>.State), off }
        enum Action { case on(Bool) }
        var body: some ReducerOf<Self> {
          Scope(state: /State.on, action: /Action.on) { EmptyReducer<Int, Bool>() }
        }
      }
      """),
    Self(
      "SendOnTheMainActor", outcome: .named(lines: [9, 13]),
      """
      import ComposableArchitecture

      @Reducer struct Loud {
        struct State {}
        enum Action { case one, two }
        func reduce(into state: inout State, action: Action) -> Effect<Action> {
          .merge(
            .run { @MainActor send in
              send(.one)
            },
            .run { send in
              await send(.one)
              await MainActor.run { send(.two) }
            })
        }
      }
      """),
    Self(
      "ClosuresInScope", outcome: .named(lines: [9, 10, 11]),
      """
      import ComposableArchitecture

      @Reducer struct Whole {
        struct State { var part = 1 }
        enum Action { case part(Bool) }
        var body: some ReducerOf<Self> { EmptyReducer() }
      }
      @MainActor func scopes(_ store: StoreOf<Whole>) {
        _ = store.scope(state: \\.part, action: Whole.Action.part)
        _ = store.scope(state: \\.part, action: { .part($0) })
        _ = store.scope(state: { $0.part }, action: { .part($0) })
        _ = store.scope(state: \\.part, action: \\.part)
      }
      """),
    Self(
      "OldTests", outcome: .named(lines: [6, 7, 8, 9, 10]),
      """
      import ComposableArchitecture

      func old(_ store: TestStoreOf<EmptyReducer<Int, Bool>>) async {
        await store.send(true)
        await store.receive(true, timeout: 1_000_000_000)
        store.timeout = 1_000_000_000
        await store.finish(timeout: 2)
        reportIssue("late")
        observe { _ = 1 }
      }
      """),
    Self(
      "OldQuestions", outcome: .named(lines: [4, 5, 6, 8]),
      """
      import ComposableArchitecture

      enum Questions {
        static func alert() -> AlertState<Int> { AlertState(title: TextState("a")) }
        static func text() -> TextState { TextState("a").bold() }
        static func run() -> Effect<Int> { .send(1).animation(.default) }
      }
      extension PersistenceReaderKey {
      }
      """),
    Self(
      "QueueInAPublisher", outcome: .named(lines: [3, 4]),
      """
      import ComposableArchitecture

      struct Later { @Dependency(\\.mainQueue) var mainQueue
        func isLater() -> Bool { mainQueue.now == mainQueue.now }
      }
      """),
  ]
}
