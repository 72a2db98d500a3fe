import Headrace
import Testing

@MainActor
@Suite("Laws 2 to 6: order, place, body, none, tasks")
struct Law02To06Tests {
  @Test("Law 2: run to completion, first in first out")
  func actionsSentWhileReducingWaitTheirTurn() {
    typealias Feature = ActionsSentWhileReducingWaitTheirTurn.Feature
    let store = Store(initialState: Feature.State()) { Feature() }
    store.send(.begin)
    #expect(store.state.order == [0, 1, 2, 3, 4], "all before send(_:) returned")
  }

  @Test("Law 2: a concatenation goes on when its .send is reduced")
  func concatenationWaitsForItsSend() async {
    typealias Feature = ConcatenationWaitsForItsSend.Feature
    let log = Log()
    let store = Store(initialState: Feature.State()) { Feature(log: log) }
    await store.send(.begin).finish()
    #expect(log.entries == [], "'.cancel' came after what '.start' had started")
    #expect(store.effects.isEmpty)
  }

  @Test("Law 2: an action that an instrument sends in the middle waits its turn")
  func reentrantSendsWait() {
    typealias Echo = ReentrantSendsWait.Echo
    let store = Store<[Int], Int>(initialState: []) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        return action == 1 ? .send(10) : .none
      }
    }
    let echo = Echo()
    echo.store = store
    store.instrument = echo
    store.send(1)
    #expect(store.state == [1, 2, 10, 3])
  }

  @Test("Law 3: in place, no copy of state is taken per action", arguments: [10, 10_000])
  func stateIsChangedInPlace(rowCount: Int) {
    typealias Buffer = StateIsChangedInPlace.Buffer
    typealias Value = StateIsChangedInPlace.Value
    typealias Row = StateIsChangedInPlace.Row
    typealias List = StateIsChangedInPlace.List
    let rows = IdentifiedArray(uniqueElements: (0..<rowCount).map { Row.State(id: $0) })
    let store = Store(initialState: List.State(rows: rows)) { List() }
    let last = rowCount - 1
    for _ in 1...3 {
      store.send(.rows(.element(id: last, action: .write)))
      store.send(.optional(.write))
      store.send(.choice(.write))
    }
    // The test itself still holds the rows that it gave: one copy of the array, none of the values
    // after the first.
    #expect(store.state.value.copies == 0)
    #expect(store.withState { $0.rows[id: last]?.value.copies } == 1)
    #expect(store.withState { $0.rows[id: last]?.value.buffer.writes } == 3)
    #expect(store.withState { $0.optional?.value.copies } == 0)
    #expect(store.withState { $0.choice[case: \.row]?.value.copies } == 0)
    withExtendedLifetime(rows) {}
  }

  @Test("Law 4: body once, evaluated once per store")
  func bodyIsReadOncePerStore() {
    typealias Reads = BodyIsReadOncePerStore.Reads
    typealias Child = BodyIsReadOncePerStore.Child
    typealias Parent = BodyIsReadOncePerStore.Parent
    typealias Wrapper = BodyIsReadOncePerStore.Wrapper
    let reads = Reads()
    let store = Store(initialState: Parent.State()) { Parent(reads: reads) }
    #expect(reads.parent == 1)
    for _ in 1...10 {
      store.send(.scoped(.add))
      store.send(.optional(.add))
    }
    #expect(store.state.scoped == 10)
    #expect(store.state.optional == 10)
    #expect(reads.parent == 1)
    #expect(reads.child == 2, "equal children share a node; what is called by hand has its own")
    let other = Store(initialState: Parent.State()) { Parent(reads: reads) }
    other.send(.scoped(.add))
    #expect(reads.parent == 2)
    #expect(reads.child == 3)
  }

  @Test("Law 4: a feature may contain itself, to any depth")
  func recursiveFeaturesEndInTheirAncestorsNode() {
    typealias Nested = RecursiveFeaturesEndInTheirAncestorsNode.Nested
    let depth = 100
    var state = Nested.State(id: depth)
    var action = Nested.Action.add
    for level in (0..<depth).reversed() {
      state = Nested.State(id: level, rows: [state])
      action = .rows(.element(id: level + 1, action: action))
    }
    let store = Store(initialState: state) { Nested() }
    store.send(action)
    var level: Nested.State? = store.state
    while let next = level?.rows.first { level = next }
    #expect(level?.id == depth)
    #expect(level?.count == 1)
  }

  @Test("Law 5: none is free, nothing is started")
  func noneStartsNothing() async {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        return .none
      }
    }
    let task = store.send(1)
    #expect(store.effects.isEmpty)
    await task.finish()
    #expect(store.state == 1)
  }

  @Test("Law 6: one task per effect, and increasing ids")
  func effectsHaveOneTaskEachHoweverDeep() async {
    typealias Leaf = EffectsHaveOneTaskEachHoweverDeep.Leaf
    typealias Level = EffectsHaveOneTaskEachHoweverDeep.Level
    let spy = EffectSpy<Level<Level<Level<Leaf>>>.State, Level<Level<Level<Leaf>>>.Action>()
    let store = Store(
      initialState: Level.State(child: Level.State(child: Level.State(child: Leaf.State())))
    ) {
      Level(child: Level(child: Level(child: Leaf())))
    }
    store.instrument = spy
    for _ in 1...3 { await store.send(.child(.child(.child(.start)))).finish() }
    #expect(store.state.child.child.child.done == 3)
    #expect(spy.started.map(\.rawValue) == [1, 2, 3])
    #expect(spy.ended.map(\.rawValue) == [1, 2, 3])
  }
}

/// Remembers the effects of a store.
final class EffectSpy<State, Action>: StoreInstrument {
  var started: [EffectID] = []
  var ended: [EffectID] = []
  var cancelled: [EffectID] = []
  var lateSends = 0

  func effectStarted(_ effect: EffectInfo) { started.append(effect.id) }
  func effectEnded(_ effect: EffectInfo, outcome: EffectOutcome) { ended.append(effect.id) }
  func effectCancelled(_ effect: EffectInfo) { cancelled.append(effect.id) }
  func actionDropped(_ drop: ActionDrop) { lateSends += drop.reason == .lateSend ? 1 : 0 }
}

// MARK: - Fixtures

extension Law02To06Tests {
  fileprivate enum ConcatenationWaitsForItsSend {
    struct Feature: Reducer {
      let log: Log
      struct State {}
      enum Action { case begin, start }
      enum CancelID { case work }
      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .begin:
          return .concatenate(.send(.start), .cancel(id: CancelID.work))
        case .start:
          return .run { [log] _ in
            for await _ in AsyncStream<Never>.makeStream().stream {}
            if !Task.isCancelled { log.write("ran to its end") }
          }
          .cancellable(id: CancelID.work)
        }
      }
    }
  }

  fileprivate enum ActionsSentWhileReducingWaitTheirTurn {
    struct Feature: Reducer {
      struct State { var order: [Int] = [] }
      enum Action { case begin, append(Int), both }
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .begin:
            state.order.append(0)
            return .merge(.send(.both), .send(.append(2)))
          case .both:
            state.order.append(1)
            return .concatenate(.send(.append(3)), .send(.append(4)))
          case .append(let number):
            state.order.append(number)
            return .none
          }
        }
      }
    }
  }

  fileprivate enum ReentrantSendsWait {
    final class Echo: StoreInstrument {
      weak var store: Store<[Int], Int>?
      func actionReduced(_ action: Int, id: ActionID, state: [Int]) {
        if action < 3 { store?.send(action + 1) }
      }
    }
  }

  fileprivate enum StateIsChangedInPlace {
    final class Buffer { var writes = 0 }

    /// Copies itself when it is changed while shared, as an array does, and counts it.
    struct Value {
      var buffer = Buffer()
      var copies = 0
      mutating func write() {
        if !isKnownUniquelyReferenced(&buffer) {
          copies += 1
          buffer = Buffer()
        }
        buffer.writes += 1
      }
    }

    struct Row: Reducer {
      struct State: Identifiable {
        let id: Int
        var value = Value()
      }
      enum Action { case write }
      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        state.value.write()
        return .none
      }
    }

    struct List: Reducer {
      struct State {
        var value = Value()
        var rows: IdentifiedArrayOf<Row.State> = []
        var optional: Row.State? = Row.State(id: -1)
        var choice = Choice.row(Row.State(id: -2))
      }
      @CasePathable
      enum Choice { case row(Row.State) }
      @CasePathable
      enum Action {
        case rows(IdentifiedActionOf<Row>)
        case optional(Row.Action)
        case choice(Row.Action)
      }
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          state.value.write()
          return .none
        }
        .forEach(\.rows, action: \.rows) { Row() }
        .ifLet(\.optional, action: \.optional) { Row() }
        Scope(state: \.choice, action: \.self) {
          EmptyReducer().ifCaseLet(\.row, action: \.choice) { Row() }
        }
      }
    }
  }

  fileprivate enum BodyIsReadOncePerStore {
    final class Reads { var child = 0, parent = 0 }

    struct Child: Reducer {
      let reads: Reads
      typealias State = Int
      enum Action { case add }
      var body: some Reducer<Int, Action> {
        let _ = reads.child += 1
        Reduce { state, _ in
          state += 1
          return .none
        }
      }
    }

    struct Parent: Reducer {
      let reads: Reads
      struct State {
        var scoped = 0
        var optional: Int? = 0
      }
      @CasePathable
      enum Action { case scoped(Child.Action), optional(Child.Action) }
      var body: some ReducerOf<Self> {
        let _ = reads.parent += 1
        Scope(state: \.scoped, action: \.scoped) { Child(reads: reads) }
        EmptyReducer().ifLet(\.optional, action: \.optional) { Wrapper(base: Child(reads: reads)) }
      }
    }

    /// A reducer that wraps another by hand.
    struct Wrapper<Base: Reducer>: Reducer {
      let base: Base
      func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
        base.reduce(into: &state, action: action)
      }
    }
  }

  fileprivate enum RecursiveFeaturesEndInTheirAncestorsNode {
    struct Nested: Reducer {
      struct State: Identifiable {
        let id: Int
        var count = 0
        var rows: IdentifiedArrayOf<State> = []
      }
      @CasePathable
      enum Action {
        case add
        indirect case rows(IdentifiedActionOf<Nested>)
      }
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          if case .add = action { state.count += 1 }
          return .none
        }
        .forEach(\.rows, action: \.rows) { Nested() }
      }
    }
  }

  fileprivate enum EffectsHaveOneTaskEachHoweverDeep {
    struct Leaf: Reducer {
      struct State { var done = 0 }
      enum Action { case start, done }
      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .start:
          return .run { send in await send(.done) }
        case .done:
          state.done += 1
          return .none
        }
      }
    }

    struct Level<Child: Reducer>: Reducer {
      let child: Child
      struct State { var child: Child.State }
      @CasePathable
      enum Action { case child(Child.Action) }
      var body: some ReducerOf<Self> {
        Scope(state: \.child, action: \.child) { child }
      }
    }
  }
}
