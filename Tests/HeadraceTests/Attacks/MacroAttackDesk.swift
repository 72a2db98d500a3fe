import Headrace

extension MacroAttack {
  @Reducer
  enum Destination {
    case worker(Worker)
    case other(Worker)
  }

  @Reducer
  enum Path {
    case worker(Worker)
    case other(Worker)
  }

  /// A feature with a child of every kind; a test defines what the parent does.
  @Reducer
  struct Desk {
    typealias React = (inout State, Action) -> Effect<Action>

    @ObservableState
    struct State {
      var n = 0
      var log: [String] = []
      var thing: AtItsEnd?
      var fixed = Worker.State(id: 0)
      var optional: Worker.State?
      @Presents var shown: Worker.State?
      @Presents var destination: Destination.State?
      var rows: IdentifiedArrayOf<Worker.State> = []
      var path = StackState<Path.State>()
    }

    enum Action {
      case change((inout State) -> Void)
      case retry, begin, halt
      case fixed(Worker.Action)
      case optional(Worker.Action)
      case shown(PresentationAction<Worker.Action>)
      case destination(PresentationAction<Destination.Action>)
      case rows(IdentifiedActionOf<Worker>)
      case path(StackActionOf<Path>)
    }

    var react: React

    var body: some ReducerOf<Self> {
      Scope(state: \.fixed, action: \.fixed) { Worker() }
      Reduce { state, action in
        if case .change(let change) = action { change(&state) }
        return react(&state, action)
      }
      .ifLet(\.optional, action: \.optional) { Worker() }
      .ifLet(\.$shown, action: \.shown) { Worker() }
      .ifLet(\.$destination, action: \.destination)
      .forEach(\.rows, action: \.rows) { Worker() }
      .forEach(\.path, action: \.path)
    }
  }

  @MainActor
  static func desk(
    _ state: Desk.State = Desk.State(), lives: Lives = Lives(),
    react: @escaping Desk.React = { _, _ in .none }
  ) -> StoreOf<Desk> {
    Store(initialState: state) {
      Desk(react: react)
    } withDependencies: {
      $0.attackLives = lives
    }
  }

  @MainActor
  static func change(
    _ store: StoreOf<Desk>, _ change: @escaping (inout Desk.State) -> Void
  ) {
    store.send(.change(change))
  }

  /// The possible places of a worker.
  enum Place: CaseIterable, Sendable {
    case fixed, optional, shown, destination, row, path

    static func state() -> Desk.State {
      var state = Desk.State()
      state.optional = Worker.State(id: 1)
      state.shown = Worker.State(id: 1)
      state.destination = .worker(Worker.State(id: 1))
      state.rows = [Worker.State(id: 1), Worker.State(id: 2)]
      state.path.append(.worker(Worker.State(id: 1)))
      return state
    }

    func action(_ action: Worker.Action, in state: Desk.State) -> Desk.Action {
      switch self {
      case .fixed: return .fixed(action)
      case .optional: return .optional(action)
      case .shown: return .shown(.presented(action))
      case .destination: return .destination(.presented(.worker(action)))
      case .row: return .rows(.element(id: 1, action: action))
      case .path: return .path(.element(id: Array(state.path.ids)[0], action: .worker(action)))
      }
    }

    /// Removes the worker; `fixed` has none to remove.
    func remove(from state: inout Desk.State) {
      switch self {
      case .fixed: break
      case .optional: state.optional = nil
      case .shown: state.shown = nil
      case .destination: state.destination = .other(Worker.State(id: 1))
      case .row: state.rows.remove(id: 1)
      case .path: state.path.removeLast()
      }
    }
  }

  /// Owns stores that are dropped in the middle.
  @MainActor
  final class Host {
    var store: StoreOf<Desk>?
    var inner: StoreOf<Tagged>?
    var tokens: [ObserveToken] = []

    init() {}

    func makeInner() {
      inner = Store(initialState: Tagged.State()) {
        Tagged()
      } withDependencies: {
        $0.attackTag = "inner"
      }
    }
  }
}

extension MacroAttack.Desk.Action {
  /// The action of the worker in it, wherever the worker is.
  var inner: MacroAttack.Worker.Action? {
    switch self {
    case .fixed(let action), .optional(let action), .shown(.presented(let action)),
      .destination(.presented(.worker(let action))), .rows(.element(id: _, action: let action)),
      .path(.element(id: _, action: .worker(let action))):
      return action
    default:
      return nil
    }
  }
}
