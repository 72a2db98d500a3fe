import Headrace
import HeadraceTesting
import Testing

extension Reducer {
  /// Runs a stopwatch in the state, before this reducer.
  @ReducerBuilder<State, Action>
  func timed(
    by stopwatch: WritableKeyPath<State, Stopwatch.State>,
    action: CaseKeyPath<Action, Stopwatch.Action>
  ) -> some Reducer<State, Action> {
    Scope(state: stopwatch, action: action) { Stopwatch() }
    self
  }
}

/// Ignores actions while the state is locked.
struct Locked<Base: Reducer>: WrapperReducer {
  let base: Base
  let isLocked: (Base.State) -> Bool

  func reduce(
    into state: inout Base.State, action: Base.Action,
    base: CompiledReducer<Base.State, Base.Action>
  ) -> Effect<Base.Action> {
    isLocked(state) ? .none : base.reduce(into: &state, action: action)
  }
}

extension Reducer {
  /// Ignores actions while the state is locked.
  func locked(while isLocked: @escaping (State) -> Bool) -> Locked<Self> {
    Locked(base: self, isLocked: isLocked)
  }
}

/// Runs one of two reducers; the state decides which, for each action.
struct Chosen<First: Reducer, Second: Reducer>: OperatorReducer
where First.State == Second.State, First.Action == Second.Action {
  typealias State = First.State
  typealias Action = First.Action

  let first: First
  let second: Second
  let choosesFirst: (First.State) -> Bool

  func _makeNode(in context: _NodeContext) -> ChosenNode<First._Node, Second._Node> {
    ChosenNode(
      first: first._makeNode(in: context), second: second._makeNode(in: context),
      choosesFirst: choosesFirst)
  }
}

/// The node of ``Chosen``.
final class ChosenNode<First: _ReducerNode, Second: _ReducerNode>: _ReducerNode
where First.State == Second.State, First.Action == Second.Action {
  private let first: First
  private let second: Second
  private let choosesFirst: (First.State) -> Bool

  init(first: First, second: Second, choosesFirst: @escaping (First.State) -> Bool) {
    self.first = first
    self.second = second
    self.choosesFirst = choosesFirst
  }

  func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    choosesFirst(state)
      ? first.reduce(into: &state, action: action)
      : second.reduce(into: &state, action: action)
  }

  func _findLostScopes(in scope: _EffectScope, state: inout First.State) {
    first._findLostScopes(in: scope, state: &state)
    second._findLostScopes(in: scope, state: &state)
  }
}

@Reducer
struct Exam {
  struct State: Equatable {
    var stopwatch = Stopwatch.State()
    var answerCount = 0
    var isHandedIn = false
  }

  enum Action: Equatable {
    case stopwatch(Stopwatch.Action)
    case answered
    case handedIn
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .answered: state.answerCount += 1
    case .handedIn: state.isHandedIn = true
    case .stopwatch: break
    }
    return .none
  }
}

@Reducer
struct Guide {
  struct State: Equatable {}

  enum Action: Equatable {
    case startButtonTapped
  }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .run { [clock] _ in try await clock.sleep(for: .seconds(3_600)) }
  }
}

@Reducer
struct Kiosk {
  struct State: Equatable {
    var isOpen = true
    var guide: Guide.State?
  }

  enum Action: Equatable {
    case guideButtonTapped
    case doorButtonTapped
    case closingTimeCame
    case guide(Guide.Action)
  }

  var body: some ReducerOf<Self> {
    Chosen(first: OpenKiosk(), second: ClosedKiosk()) { $0.isOpen }
  }
}

struct OpenKiosk: Reducer {
  typealias State = Kiosk.State
  typealias Action = Kiosk.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .guideButtonTapped: state.guide = Guide.State()
      case .doorButtonTapped: state.isOpen = false
      case .closingTimeCame, .guide: break
      }
      return .none
    }
    .ifLet(\.guide, action: \.guide) { Guide() }
  }
}

struct ClosedKiosk: Reducer {
  func reduce(into state: inout Kiosk.State, action: Kiosk.Action) -> Effect<Kiosk.Action> {
    switch action {
    case .doorButtonTapped: state.isOpen = true
    case .closingTimeCame: state.guide = nil
    case .guideButtonTapped, .guide: break
    }
    return .none
  }
}

struct WritingOperatorsTests {
  @Test func operatorsAreComposed() async {
    let store = TestStore(initialState: Exam.State()) {
      Exam().timed(by: \.stopwatch, action: \.stopwatch)
    }
    await store.send(\.stopwatch.ticked) { $0.stopwatch.seconds = 1 }
    await store.send(.answered) { $0.answerCount = 1 }
  }

  @Test func aWrapperDecidesWhetherItsBaseRuns() async {
    let store = TestStore(initialState: Exam.State()) {
      Exam().locked { $0.isHandedIn }
    }
    await store.send(.answered) { $0.answerCount = 1 }
    await store.send(.handedIn) { $0.isHandedIn = true }
    await store.send(.answered)
  }

  @Test func aNodeDecidesWhichOfItsBasesRuns() async {
    let store = TestStore(initialState: Kiosk.State()) { Kiosk() }
    await store.send(.doorButtonTapped) { $0.isOpen = false }
    await store.send(.guideButtonTapped)
    await store.send(.doorButtonTapped) { $0.isOpen = true }
    await store.send(.guideButtonTapped) { $0.guide = Guide.State() }
  }

  @Test func theEffectsOfABaseThatDoesNotRunEndWithTheirChild() async {
    let clock = TestClock()
    let store = TestStore(initialState: Kiosk.State()) {
      Kiosk()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.guideButtonTapped) { $0.guide = Guide.State() }
    await store.send(\.guide.startButtonTapped)
    await store.send(.doorButtonTapped) { $0.isOpen = false }
    await store.send(.closingTimeCame) { $0.guide = nil }
  }
}
