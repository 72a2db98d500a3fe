import Headrace
import Testing

extension MacroAttack {
  /// Calls itself by hand, as features of the field do to run another action's logic.
  @Reducer
  struct Caller {
    @ObservableState
    struct State { var worker: Worker.State? = Worker.State(id: 1) }

    enum Action {
      case begin
      case worker(Worker.Action)
    }

    let reads: Count

    var body: some ReducerOf<Self> {
      let _ = reads.add()
      Reduce { state, action in
        switch action {
        case .begin: return reduce(into: &state, action: .worker(.start))
        case .worker: return .none
        }
      }
      .ifLet(\.worker, action: \.worker) { Worker() }
    }
  }

  @Reducer
  struct Panel {
    @ObservableState
    struct State { var inner = Worker.State(id: 0) }

    enum Action { case inner(Worker.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.inner, action: \.inner) { Worker() }
    }
  }

  /// Runs equal reducers by hand on two parts of its state.
  @Reducer
  struct Twins {
    @ObservableState
    struct State {
      var left = Panel.State()
      var right = Panel.State()
    }

    enum Action {
      case left(Panel.Action)
      case right(Panel.Action)
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .left(let action):
        return Panel().reduce(into: &state.left, action: action).map(Action.left)
      case .right(let action):
        return Panel().reduce(into: &state.right, action: action).map(Action.right)
      }
    }
  }

  /// Runs equal reducers by hand on the elements of an array, all of them for each action.
  @Reducer
  struct Panels {
    @ObservableState
    struct State { var parts = [Panel.State(), Panel.State()] }

    enum Action { case part(Int, Panel.Action) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      guard case .part(let number, let action) = action else { return .none }
      return .merge(
        state.parts.indices.map { index in
          Panel()
            .reduce(into: &state.parts[index], action: index == number ? action : .inner(.told))
            .map { .part(index, $0) }
        })
    }
  }

  /// Stores words that its dependencies leave unwritten, padding, an optional and a string.
  @Reducer
  struct Room {
    @ObservableState
    struct State: Identifiable {
      let id: Int
      var worker: Worker.State? = Worker.State(id: 1)
      var n = 0
      var label = ""
    }

    enum Action {
      case touch, take
      case worker(Worker.Action)
    }

    let isDemo: Bool
    var label = ""
    var limit: Int?
    var held: Thing?
    @Dependency(\.date) var date
    @Dependency(\.uuid) var uuid

    var body: some ReducerOf<Self> {
      Reduce { [label] state, action in
        switch action {
        case .touch: state.label = label
        case .take: state.worker = nil
        case .worker: break
        }
        return .none
      }
      .ifLet(\.worker, action: \.worker) { Worker() }
    }
  }

  /// A generic wrapper that calls its base by hand.
  @Reducer
  struct Timed<Base: Reducer> {
    typealias State = Base.State
    typealias Action = Base.Action

    let isOn: Bool
    @Dependency(\.continuousClock) var clock
    let base: Base

    func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
      base.reduce(into: &state, action: action)
    }
  }

  /// Makes the room anew for each action, with what a test says.
  struct Renewing: Reducer {
    let make: (Int) -> Room

    func reduce(into state: inout Room.State, action: Room.Action) -> Effect<Room.Action> {
      state.n += 1
      return make(state.n).reduce(into: &state, action: action)
    }
  }

  /// Rows whose reducers are made from their states.
  @Reducer
  struct Hotel {
    @ObservableState
    struct State { var rooms: IdentifiedArrayOf<Room.State> = [] }

    enum Action {
      case remove(Int)
      case rooms(IdentifiedActionOf<Room>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .remove(let id) = action { state.rooms.remove(id: id) }
        return .none
      }
      .forEach(\.rooms, action: \.rooms) {
        Reduce<Room.State, Room.Action> { state, action in
          Room(isDemo: state.id < 0, label: "the room with the number \(state.id)")
            .reduce(into: &state, action: action)
        }
      }
    }
  }

  /// Runs its base twice, for two children one after the other.
  struct Twice: WrapperReducer {
    typealias State = Desk.State
    typealias Action = Desk.Action

    let base: Desk

    func reduce(
      into state: inout Desk.State, action: Desk.Action,
      base: CompiledReducer<Desk.State, Desk.Action>
    ) -> Effect<Desk.Action> {
      guard case .retry = action else { return base.reduce(into: &state, action: action) }
      let first = base.reduce(into: &state, action: .optional(.start))
      state.optional = Worker.State(id: 2)
      let second = base.reduce(into: &state, action: .optional(.start))
      return first.merge(with: second)
    }
  }

  /// Calls an enum of reducers by hand.
  struct Around: Reducer {
    func reduce(
      into state: inout Destination.State, action: Destination.Action
    ) -> Effect<Destination.Action> {
      if case .other(.tell) = action {
        state = .other(Worker.State(id: 2))
        return .none
      }
      return Destination.body.reduce(into: &state, action: action)
    }
  }

  /// Reports about calls by hand are allowed where equal reducers are made anew.
  @MainActor
  static func allowingReports(_ body: () -> Void) {
    withKnownIssue(isIntermittent: true) {
      body()
    } matching: {
      "\($0)".contains("called by hand")
    }
  }
}
