import Headrace
import Testing

// Features that declare no state or actions, because their behaviour uses those of another type.

@Reducer private struct HigherOrder<Base: Reducer> {
  let base: Base

  var body: some ReducerOf<Base> { base }
}

@Reducer private struct WrappingByMethod<Base: Reducer> {
  let base: Base

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    base.reduce(into: &state, action: action)
  }
}

@Reducer private struct ConcreteBody<Base: Reducer> {
  let base: Base

  var body: Base { base }
}

@Reducer private struct Logic<State> {
  enum Action { case tapped }

  var body: some Reducer<State, Action> { EmptyReducer() }
}

@Reducer private struct GenericActions<Action> {
  struct State { var count = 0 }

  var body: some Reducer<State, Action> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}

@Reducer private struct Outer {
  struct State: Equatable { var count = 0 }
  enum Action { case tapped }

  @Reducer struct Tracking {
    var body: some Reducer<State, Action> { EmptyReducer() }
  }

  @Reducer struct Counting {
    var body: some Reducer<State, Action> {
      Reduce { state, _ in
        state.count += 1
        return .none
      }
    }
  }

  var body: some ReducerOf<Self> {
    Tracking()
    Counting()
  }
}

@Reducer private struct Stored {
  let body = EmptyReducer<Int, Int>()
}

@Reducer private struct StoredClosure {
  let body = Reduce<Int, Int> { state, action in
    state += action
    return .none
  }
}

@Reducer private struct StoredFeature {
  let body = Outer()
}

@Reducer private struct Explicit {
  var body: EmptyReducer<Int, Int> { EmptyReducer() }
}

@Suite struct FeatureTypesTests {
  @MainActor
  @Test func aFeatureTakesTheTypesOfItsBehaviour() {
    let wrapping = Store(initialState: Outer.State()) { HigherOrder(base: Outer()) }
    wrapping.send(.tapped)
    #expect(wrapping.withState(\.count) == 1)
    let byMethod = Store(initialState: Outer.State()) { WrappingByMethod(base: Outer()) }
    byMethod.send(.tapped)
    #expect(byMethod.withState(\.count) == 1)
    let concrete = Store(initialState: Outer.State()) { ConcreteBody(base: Outer()) }
    concrete.send(.tapped)
    #expect(concrete.withState(\.count) == 1)
    let stored = Store(initialState: Outer.State()) { StoredFeature() }
    stored.send(.tapped)
    #expect(stored.withState(\.count) == 1)
    let closure = Store(initialState: 1) { StoredClosure() }
    closure.send(2)
    #expect(closure.withState { $0 } == 3)
  }

  @MainActor
  @Test func aGenericParameterIsTheState() {
    let logic = Store(initialState: 1) { Logic<Int>() }
    logic.send(.tapped)
    #expect(logic.withState { $0 } == 1)
    let actions = Store(initialState: GenericActions<Int>.State()) { GenericActions<Int>() }
    actions.send(7)
    #expect(actions.withState(\.count) == 1)
  }

  @MainActor
  @Test func aStoredBodyOfNothingCompiles() {
    let stored = Store(initialState: 1) { Stored() }
    stored.send(2)
    let explicit = Store(initialState: 1) { Explicit() }
    explicit.send(2)
    #expect(stored.withState { $0 } == explicit.withState { $0 })
  }
}
