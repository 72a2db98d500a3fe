import Headrace
import Testing

@Reducer
private struct Search {
  struct State: Equatable {
    var query = ""
    var filter = 0
    var log: [String] = []
  }

  enum Action: Equatable {
    case queryChanged(String)
    case filterChanged(Int)
    case told(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .queryChanged(let query):
        state.query = query
        return .send(.told("query"))
      case .filterChanged(let filter):
        state.filter = filter
      case .told(let what):
        state.log.append(what)
      }
      return .none
    }
    .onChange(of: \.query) { oldValue, state in
      state.log.append("'\(oldValue)' is now '\(state.query)'")
      return .send(.told("changed"))
    }
    .onChange(of: \.filter) { oldValue, newValue in
      Reduce { state, action in
        state.log.append("\(oldValue) is now \(newValue) by \(action)")
        return newValue > 1 ? .send(.told("more than one")) : .none
      }
    }
  }
}

/// A reducer with an operator for each spelling.
@Reducer
private struct Counter {
  struct State: Equatable {
    var count = 0
    var tens = 0
    var log: [Int] = []
  }

  enum Action { case add(Int) }

  static func haveSameTens(_ first: Int, _ second: Int) -> Bool { first / 10 == second / 10 }
  static func haveSameOnes(_ first: Int, _ second: Int) -> Bool { first % 10 == second % 10 }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let number): state.count += number
      }
      return .none
    }
    .onChange(of: \.count, removeDuplicates: Self.haveSameTens) { _, state in
      state.tens += 1
      return .none
    }
    .onChange(of: \.count, removeDuplicates: Self.haveSameOnes) { _, count in
      Reduce { state, _ in
        state.log.append(count)
        return .none
      }
    }
  }
}

/// A reducer that watches the field that its own handler changes.
private struct Echo: Reducer {
  struct State: Equatable {
    var count = 0
    var limit = 3
    var calls = 0
  }

  enum Action { case add }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
    .onChange(of: \.count) { _, state in
      state.calls += 1
      if state.count > state.limit { state.count = state.limit }
      return .none
    }
    .onChange(of: \.calls) { _, _ in EmptyReducer() }
  }
}

/// A child that starts an effect with each change.
private struct Child: Reducer {
  struct State: Equatable {
    var count = 0
  }

  enum Action { case add }

  let gate: Gate

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
    .onChange(of: \.count) { _, _ in .run { [gate] _ in await gate.pass() } }
  }
}

private struct Parent: Reducer {
  struct State: Equatable {
    var child: Child.State? = Child.State()
  }

  @CasePathable
  enum Action {
    case child(Child.Action)
    case close
  }

  let gate: Gate

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .close = action { state.child = nil }
      return .none
    }
    .ifLet(\.child, action: \.child) { Child(gate: gate) }
  }
}

/// Two reducers whose changes are watched together.
@Reducer
private struct Group {
  struct State: Equatable {
    var count = 0
    var log: [Int] = []
  }

  enum Action { case add }

  var body: some ReducerOf<Self> {
    CombineReducers {
      Reduce { state, action in
        state.count += 1
        return .none
      }
      Reduce { state, action in
        state.count += 1
        return .none
      }
    }
    .onChange(of: \.count) { oldCount, state in
      state.log.append(oldCount)
      return .none
    }
  }
}

@MainActor
@Suite("onChange(of:)")
struct OnChangeTests {
  @Test func aChangeCallsTheClosureAfterwardsWithTheOldValue() {
    let store = Store(initialState: Search.State()) { Search() }
    store.send(.queryChanged("a"))
    #expect(store.state.log == ["'' is now 'a'", "query", "changed"])
    store.send(.queryChanged("a"))
    #expect(store.state.log.dropFirst(3) == ["query"])
  }

  @Test func aChangeRunsTheReducerThatIsMadeForIt() {
    let store = Store(initialState: Search.State()) { Search() }
    store.send(.filterChanged(1))
    #expect(store.state.log == ["0 is now 1 by filterChanged(1)"])
    store.send(.filterChanged(1))
    #expect(store.state.log.count == 1)
    store.send(.filterChanged(2))
    #expect(store.state.log.dropFirst() == ["1 is now 2 by filterChanged(2)", "more than one"])
  }

  @Test func theAuthorSaysWhatCountsAsAChange() {
    let store = Store(initialState: Counter.State()) { Counter() }
    store.send(.add(9))
    #expect(store.state == Counter.State(count: 9, tens: 0, log: [9]))
    store.send(.add(10))
    #expect(store.state == Counter.State(count: 19, tens: 1, log: [9]))
    store.send(.add(1))
    #expect(store.state == Counter.State(count: 20, tens: 2, log: [9, 20]))
  }

  @Test func aGroupIsWatchedAsOne() {
    let store = Store(initialState: Group.State()) { Group() }
    store.send(.add)
    store.send(.add)
    #expect(store.state == Group.State(count: 4, log: [0, 2]))
  }

  @Test func theClosuresOwnChangesCallItNoMore() {
    let store = Store(initialState: Echo.State(count: 3)) { Echo() }
    store.send(.add)
    #expect(store.state == Echo.State(count: 3, calls: 1))
  }

  @Test func anEffectOfTheClosureEndsWithItsFeature() async {
    let store = Store(initialState: Parent.State()) { Parent(gate: Gate()) }
    let task = store.send(.child(.add))
    #expect(store.effects.count == 1)
    store.send(.close)
    #expect(store.effects.isEmpty)
    await task.finish()
  }
}
