import Headrace
import Testing

/// A door whose bell can be removed.
private struct Door: Reducer {
  struct State: Equatable {
    var bell: Bell.State? = Bell.State()
    var knockCount = 0
  }

  @CasePathable
  enum Action {
    case knock
    case bell(Bell.Action)
    case bellTaken
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.change(by: action)
      return .none
    }
    .ifLet(\.bell, action: \.bell) { Bell() }
  }
}

extension Door.State {
  fileprivate mutating func change(by action: Door.Action) {
    switch action {
    case .knock: knockCount += 1
    case .bell: break
    case .bellTaken: bell = nil
    }
  }
}

/// A bell that rings until it is removed.
private struct Bell: Reducer {
  struct State: Equatable {}
  enum Action { case ring }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .run { _ in await Gate().pass() }
  }
}

/// Calls the door by hand, and another feature with children after it.
private struct House: Reducer {
  func reduce(into state: inout Door.State, action: Door.Action) -> Effect<Door.Action> {
    let effect = Door().reduce(into: &state, action: action)
    return effect.merge(with: Neighbour().reduce(into: &state, action: action))
  }
}

/// Calls a feature by hand below one that was itself called by hand.
private struct Neighbour: Reducer {
  var body: some Reducer<Door.State, Door.Action> {
    Reduce { state, action in Listener().reduce(into: &state, action: action) }
  }
}

private struct Listener: Reducer {
  var body: some Reducer<Door.State, Door.Action> {
    Reduce { _, _ in .none }
  }
}

/// Rings the bell after a knock.
private struct Porch: Reducer {
  var body: some Reducer<Door.State, Door.Action> {
    Reduce { state, action in
      state.change(by: action)
      return .none
    }
    .onChange(of: \.knockCount) { _, state in
      Door().reduce(into: &state, action: .bell(.ring))
    }
  }
}

/// Calls itself by hand for every knock but the third.
private struct Corridor: Reducer {
  var body: some Reducer<Door.State, Door.Action> {
    Reduce { state, action in
      state.change(by: action)
      guard case .knock = action, state.knockCount < 3 else { return .none }
      return reduce(into: &state, action: action)
    }
    .ifLet(\.bell, action: \.bell) { Bell() }
  }
}

/// Effects below reducers that others call by hand end with their features.
@MainActor
struct CallingByHandTests {
  @Test func theEffectsOfAChildEndWithItWhereItsParentIsCalledByHandBeforeAnother() {
    let store = Store(initialState: Door.State()) { House() }
    store.send(.bell(.ring))
    #expect(store.effects.count == 1)
    store.send(.knock)
    #expect(store.effects.count == 1)
    store.send(.bellTaken)
    #expect(store.effects.isEmpty)
  }

  @Test func theEffectsOfAChildEndWithItWhereItsParentIsCalledOnAChange() {
    let store = Store(initialState: Door.State()) { Porch() }
    store.send(.knock)
    #expect(store.effects.count == 1)
    store.send(.bellTaken)
    #expect(store.effects.isEmpty)
  }

  @Test func theEffectsOfAChildEndWithItWhereItsParentCallsItself() {
    let store = Store(initialState: Door.State()) { Corridor() }
    store.send(.bell(.ring))
    store.send(.knock)
    #expect(store.state.knockCount == 3)
    #expect(store.effects.count == 1)
    store.send(.bellTaken)
    #expect(store.effects.isEmpty)
  }

  @Test func aReducerThatIsCalledOutsideEveryStoreRuns() {
    var state = Door.State()
    _ = House().reduce(into: &state, action: .knock)
    #expect(state == Door.State(knockCount: 1))
  }
}
