import Headrace
import HeadraceTesting
import Testing

@Reducer
struct Lap {
  struct State: Equatable, Identifiable {
    let id: Int
    var seconds = 0
    var isMarked = false
  }

  enum Action: Equatable {
    case markButtonTapped
    case removeButtonTapped
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .markButtonTapped:
      state.isMarked.toggle()
      return .none
    case .removeButtonTapped:
      return .none  // The parent owns the list.
    }
  }
}

@Reducer
struct Stopwatch {
  struct State: Equatable {
    var seconds = 0
  }

  enum Action: Equatable {
    case ticked
    case lapButtonTapped
    case delegate(Delegate)
  }

  @CasePathable
  enum Delegate: Equatable {
    case lapEnded(seconds: Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .ticked:
        state.seconds += 1
        return .none
      case .lapButtonTapped:
        defer { state.seconds = 0 }
        return .send(.delegate(.lapEnded(seconds: state.seconds)))
      case .delegate:
        return .none
      }
    }
  }
}

@Reducer
struct Training {
  struct State: Equatable {
    var stopwatch = Stopwatch.State()
    var laps: IdentifiedArrayOf<Lap.State> = []
    var rest: Stopwatch.State?
  }

  enum Action: Equatable {
    case stopwatch(Stopwatch.Action)
    case laps(IdentifiedActionOf<Lap>)
    case rest(Stopwatch.Action)
    case restButtonTapped
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.stopwatch, action: \.stopwatch) { Stopwatch() }
    Reduce { state, action in
      switch action {
      case .stopwatch(.delegate(.lapEnded(let seconds))):
        let id = (state.laps.last?.id ?? 0) + 1
        state.laps.append(Lap.State(id: id, seconds: seconds))
        return .none
      case .laps(.element(let id, action: .removeButtonTapped)):
        state.laps.remove(id: id)
        return .none
      case .restButtonTapped:
        state.rest = state.rest == nil ? Stopwatch.State() : nil
        return .none
      case .stopwatch, .laps, .rest:
        return .none
      }
    }
    .forEach(\.laps, action: \.laps) { Lap() }
    .ifLet(\.rest, action: \.rest) { Stopwatch() }
  }
}

@Reducer
struct Settings {
  @ObservableState
  struct State: Equatable {
    var name = ""
    var isPublic = false
    var greeting = ""
  }

  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case resetButtonTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.name):
        state.greeting = "Hello, \(state.name)!"
        return .none
      case .binding:
        return .none
      case .resetButtonTapped:
        state = State()
        return .none
      }
    }
  }
}

@Reducer
enum Screen {
  case training(Training)
  case lap(Lap)
}

extension Screen.State: Equatable {}

@Reducer
struct Steps {
  struct State: Equatable {
    var names: [String] = []
  }

  enum Action: Equatable {
    case began
    case named(String)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
    Reduce { state, action in
      if case .named(let name) = action { state.names.append(name) }
      return .none
    }
    Reduce { state, action in
      guard action == .began else { return .none }
      return Effect<Int>.send(state.names.count).map { .named("step \($0)") }
    }
  }
}

final class ActionCounter {
  var count = 0
}

struct Counted<Base: Reducer>: WrapperReducer {
  let base: Base
  let counter: ActionCounter

  func reduce(
    into state: inout Base.State, action: Base.Action,
    base: CompiledReducer<Base.State, Base.Action>
  ) -> Effect<Base.Action> {
    counter.count += 1
    return base.reduce(into: &state, action: action)
  }
}

struct CompositionTests {
  @Test func aWrapperRunsItsBase() async {
    let counter = ActionCounter()
    let store = TestStore(initialState: Steps.State()) { Counted(base: Steps(), counter: counter) }
    await store.send(.began)
    await store.receive(.named("step 0")) { $0.names = ["step 0"] }
    #expect(counter.count == 2)
  }

  @Test func reducersInABlockRunAndAnEffectsActionsAreMapped() async {
    let store = TestStore(initialState: Steps.State()) { Steps() }
    await store.send(.began)
    await store.receive(.named("step 0")) { $0.names = ["step 0"] }
  }

  @Test func parentsAndChildrenRun() async {
    let store = TestStore(initialState: Training.State()) { Training() }
    await store.send(\.stopwatch.ticked) { $0.stopwatch.seconds = 1 }
    await store.send(\.stopwatch.lapButtonTapped) { $0.stopwatch.seconds = 0 }
    await store.receive(\.stopwatch.delegate.lapEnded, 1) {
      $0.laps = [Lap.State(id: 1, seconds: 1)]
    }
    await store.send(.laps(.element(id: 1, action: .markButtonTapped))) {
      $0.laps[id: 1]?.isMarked = true
    }
  }

  @Test func aFormIsBound() async {
    let store = TestStore(initialState: Settings.State()) { Settings() }
    await store.send(\.binding.name, "Ada") {
      $0.name = "Ada"
      $0.greeting = "Hello, Ada!"
    }
    await store.send(\.binding.isPublic, true) { $0.isPublic = true }
  }

  @Test func theCaseOfAnEnumRunsItsFeature() async {
    let store = TestStore(initialState: Screen.State.lap(Lap.State(id: 1))) { Screen.body }
    await store.send(.lap(.markButtonTapped)) { $0 = .lap(Lap.State(id: 1, isMarked: true)) }
  }
}
