import Headrace
import Testing

@MainActor
@Suite("Law 8: a child's effects end with the child")
struct Law08Tests {
  typealias Root = Workers

  @Test("Law 8: a child's effects end with the child, when optional state becomes nil")
  func effectsEndWhenStateBecomesNil() async {
    let gate = Gate()
    let log = Log()
    let store = Store(initialState: Root.State()) { Root(gate: gate, log: log) }
    let task = store.send(.second(.start("second")))
    await gate.arrival()
    store.send(.dropSecond)
    #expect(store.effects.isEmpty)
    await task.finish()
    #expect(store.state.second == nil)
    #expect(store.lateSendCount == 1)
  }

  @Test("Law 8: when a row is removed, and not the row beside it")
  func effectsEndWhenRowIsRemoved() async {
    let gate = Gate()
    let state = Root.State(rows: [Root.Row(id: 1), Root.Row(id: 2)])
    let store = Store(initialState: state) { Root(gate: gate) }
    let one = store.send(.rows(.element(id: 1, action: .start("one"))))
    let two = store.send(.rows(.element(id: 2, action: .start("two"))))
    store.send(.removeRow(1))
    #expect(store.effects.count == 1)
    gate.open()
    await one.finish()
    await two.finish()
    #expect(store.state.rows[id: 2]?.worker.received == ["two"])
  }

  @Test("Law 8: when a case changes")
  func effectsEndWhenCaseChanges() async {
    typealias Screen = EffectsEndWhenCaseChanges.Screen
    let gate = Gate()
    let store = Store(initialState: Screen.State.first(Worker.State())) { Screen(gate: gate) }
    let task = store.send(.first(.start("first")))
    store.send(.next)
    #expect(store.effects.isEmpty)
    gate.open()
    await task.finish()
    #expect(store.state[case: \.second]?.received == [])
  }

  @Test("Law 8: when a feature above removes the child's state")
  func effectsEndWhenAGrandparentTakesTheStateAway() async {
    typealias Grandparent = EffectsEndWhenAGrandparentTakesTheStateAway.Grandparent
    let gate = Gate()
    let store = Store(initialState: Grandparent.State()) { Grandparent(gate: gate) }
    let task = store.send(.root(.second(.start("second"))))
    store.send(.drop)
    #expect(store.effects.isEmpty)
    gate.open()
    await task.finish()
  }

  @Test("Law 8: an effect returned by a child that is removed in the same action never runs")
  func effectOfAChildThatLeavesImmediately() async {
    typealias Parent = EffectOfAChildThatGoesAtOnce.Parent
    let log = Log()
    for _ in 1...100 {
      let store = Store(initialState: Parent.State()) { Parent(log: log) }
      await store.send(.child(1)).finish()
      #expect(store.effects.isEmpty)
    }
    #expect(log.entries.isEmpty)
  }

  @Test("Law 8: a queued .send of a removed child is dropped")
  func queuedSendOfAGoneChildIsDropped() {
    typealias Parent = QueuedSendOfAGoneChildIsDropped.Parent
    let store = Store(initialState: Parent.State()) { Parent() }
    store.send(.child(1))
    #expect(store.state.child == nil)
  }
}

// MARK: - Fixtures

extension Law08Tests {
  fileprivate enum EffectsEndWhenCaseChanges {
    struct Screen: Reducer {
      @CasePathable
      enum State {
        case first(Worker.State)
        case second(Worker.State)
      }
      @CasePathable
      enum Action {
        case first(Worker.Action)
        case second(Worker.Action)
        case next
      }
      let gate: Gate
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          if case .next = action { state = .second(Worker.State()) }
          return .none
        }
        .ifCaseLet(\.first, action: \.first) { Worker(gate: gate) }
        .ifCaseLet(\.second, action: \.second) { Worker(gate: gate) }
      }
    }
  }

  fileprivate enum EffectsEndWhenAGrandparentTakesTheStateAway {
    struct Grandparent: Reducer {
      struct State { var root = Root.State() }
      @CasePathable
      enum Action { case root(Root.Action), drop }
      let gate: Gate
      var body: some ReducerOf<Self> {
        Scope(state: \.root, action: \.root) { Root(gate: gate) }
        Reduce { state, action in
          if case .drop = action { state.root.second = nil }
          return .none
        }
      }
    }
  }

  fileprivate enum EffectOfAChildThatGoesAtOnce {
    struct Parent: Reducer {
      struct State { var child: Int? = 0 }
      @CasePathable
      enum Action { case child(Int) }
      let log: Log
      var body: some ReducerOf<Self> {
        Reduce { state, _ in
          state.child = nil
          return .none
        }
        .ifLet(\.child, action: \.child) {
          Reduce<Int, Int> { [log] _, _ in .run { _ in log.write("ran") } }
        }
      }
    }
  }

  fileprivate enum QueuedSendOfAGoneChildIsDropped {
    struct Parent: Reducer {
      struct State { var child: Int? = 0 }
      @CasePathable
      enum Action { case child(Int), drop }
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .child(1): return .send(.drop)
          case .drop: state.child = nil
          case .child: break
          }
          return .none
        }
        .ifLet(\.child, action: \.child) {
          // Waits behind the parent's '.drop', which removes this child.
          Reduce<Int, Int> { state, action in
            state += 1
            return action == 1 ? .concatenate(.send(2), .send(3)) : .none
          }
        }
      }
    }
  }
}
