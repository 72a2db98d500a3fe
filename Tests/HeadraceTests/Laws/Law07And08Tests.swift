import Headrace
import Testing

@MainActor
@Suite("Laws 7 and 8: cancellation, children")
struct Law07And08Tests {
  /// Two workers, one of which can go away, and a root with an effect of the same id.
  struct Root: Reducer {
    struct State {
      var first = Worker.State()
      var second: Worker.State? = Worker.State()
      var rows: IdentifiedArrayOf<Row> = []
      var received: [String] = []
    }

    struct Row: Identifiable, Equatable {
      let id: Int
      var worker = Worker.State()
    }

    @CasePathable
    enum Action {
      case first(Worker.Action)
      case second(Worker.Action)
      case rows(IdentifiedAction<Int, Worker.Action>)
      case start(String)
      case cancelAll
      case dropSecond
      case replaceSecond
      case removeRow(Int)
      case response(String)
    }

    let gate: Gate
    var log = Log()

    var body: some ReducerOf<Self> {
      Scope(state: \.first, action: \.first) { Worker(gate: gate, log: log) }
      Reduce { state, action in
        switch action {
        case .start(let name):
          return .run { [gate] send in
            await gate.pass()
            await send(.response(name))
          }
          .cancellable(id: Worker.CancelID.work)
        case .cancelAll:
          return .cancel(id: Worker.CancelID.work)
        case .dropSecond:
          state.second = nil
          return .none
        case .replaceSecond:
          state.second = nil
          state.second = Worker.State()
          return .none
        case .removeRow(let id):
          state.rows.remove(id: id)
          return .none
        case .response(let name):
          state.received.append(name)
          return .none
        case .first, .second, .rows:
          return .none
        }
      }
      .ifLet(\.second, action: \.second) { Worker(gate: gate, log: log) }
      .forEach(\.rows, action: \.rows) {
        Scope(state: \.worker, action: \.self) { Worker(gate: gate, log: log) }
      }
    }
  }

  @Test("Law 7: cancellation is scoped, a child cancels its own effects and nobody else's")
  func aChildCancelsOnlyItsOwn() async {
    let gate = Gate()
    let store = Store(initialState: Root.State()) { Root(gate: gate) }
    let root = store.send(.start("root"))
    let first = store.send(.first(.start("first")))
    let second = store.send(.second(.start("second")))
    store.send(.first(.cancel))
    #expect(store.effects.count == 2)
    gate.open()
    await root.finish()
    await first.finish()
    await second.finish()
    #expect(store.state.first.received == [])
    #expect(store.state.second?.received == ["second"])
    #expect(store.state.received == ["root"])
  }

  @Test("Law 7: a parent cancels its descendants' effects too")
  func aParentCancelsBelow() async {
    let gate = Gate()
    let store = Store(initialState: Root.State()) { Root(gate: gate) }
    let tasks = [
      store.send(.start("root")), store.send(.first(.start("first"))),
      store.send(.second(.start("second"))),
    ]
    store.send(.cancelAll)
    #expect(store.effects.isEmpty)
    gate.open()
    for task in tasks { await task.finish() }
    #expect(store.state.received == [])
    #expect(store.state.first.received == [])
    #expect(store.state.second?.received == [])
  }

  @Test("Law 7: an id is looked up in the store, never in the process")
  func storesDoNotShareIDs() async {
    let gate = Gate()
    let one = Store(initialState: Worker.State()) { Worker(gate: gate) }
    let other = Store(initialState: Worker.State()) { Worker(gate: gate) }
    let task = one.send(.start("one"))
    other.send(.cancel)
    #expect(one.effects.count == 1)
    gate.open()
    await task.finish()
    #expect(one.state.received == ["one"])
  }

  @Test("Law 7: an effect cancelled before its task first runs never runs")
  func cancelledBeforeItRuns() async {
    typealias Feature = CancelledBeforeItRuns.Feature
    let log = Log()
    let store = Store(initialState: 0) { Feature(log: log) }
    for _ in 1...100 { await store.send(.startAndCancel).finish() }
    #expect(log.entries.isEmpty)
  }

  @Test("Law 7: a late send is dropped, counted and reported")
  func lateSendsAreDropped() async {
    typealias Feature = LateSendsAreDropped.Feature
    let gate = Gate()
    let store = Store(initialState: Feature.State()) { Feature(gate: gate) }
    let spy = EffectSpy<[String], Feature.Action>()
    store.instrument = spy
    let task = store.send(.start)
    await gate.arrival()
    store.send(.cancel)
    await task.finish()
    #expect(store.state == [])
    #expect(store.lateSendCount == 1)
    #expect(spy.lateSends == 1)
    #expect(spy.cancelled == spy.started)
    #expect(spy.ended == [])
  }

  @Test("Law 7: cancelInFlight replaces the effect in flight")
  func cancelInFlightReplaces() async {
    typealias Search = CancelInFlightReplaces.Search
    let gate = Gate()
    let store = Store(initialState: Search.State()) { Search(gate: gate) }
    let tasks = ["a", "ab", "abc"].map { store.send(.query($0)) }
    #expect(store.effects.count == 1)
    gate.open()
    for task in tasks { await task.finish() }
    #expect(store.state == ["abc"])
  }

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

  @Test("Law 8: when somebody above takes the child's state away")
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

  @Test("Law 8: an effect returned by a child that goes in the same action never runs")
  func effectOfAChildThatGoesAtOnce() async {
    typealias Parent = EffectOfAChildThatGoesAtOnce.Parent
    let log = Log()
    for _ in 1...100 {
      let store = Store(initialState: Parent.State()) { Parent(log: log) }
      await store.send(.child(1)).finish()
      #expect(store.effects.isEmpty)
    }
    #expect(log.entries.isEmpty)
  }

  @Test("Law 8: a queued .send of a child that is gone is dropped")
  func queuedSendOfAGoneChildIsDropped() {
    typealias Parent = QueuedSendOfAGoneChildIsDropped.Parent
    let store = Store(initialState: Parent.State()) { Parent() }
    store.send(.child(1))
    #expect(store.state.child == nil)
  }
}

// MARK: - Fixtures

extension Law07And08Tests {
  fileprivate enum CancelledBeforeItRuns {
    struct Feature: Reducer {
      let log: Log
      typealias State = Int
      enum Action { case startAndCancel }
      enum CancelID { case work }
      func reduce(into state: inout Int, action: Action) -> Effect<Action> {
        .merge(
          .run { [log] _ in log.write("ran") }.cancellable(id: CancelID.work),
          .cancel(id: CancelID.work))
      }
    }
  }

  fileprivate enum LateSendsAreDropped {
    struct Feature: Reducer {
      let gate: Gate
      typealias State = [String]
      enum Action { case start, cancel, response }
      enum CancelID { case work }
      func reduce(into state: inout [String], action: Action) -> Effect<Action> {
        switch action {
        case .start:
          return .run { [gate] send in
            await gate.pass()
            await send(.response)
          }
          .cancellable(id: CancelID.work)
        case .cancel:
          return .cancel(id: CancelID.work)
        case .response:
          state.append("response")
          return .none
        }
      }
    }
  }

  fileprivate enum CancelInFlightReplaces {
    struct Search: Reducer {
      let gate: Gate
      typealias State = [String]
      enum Action { case query(String), response(String) }
      enum CancelID { case search }
      func reduce(into state: inout [String], action: Action) -> Effect<Action> {
        switch action {
        case .query(let text):
          return .run { [gate] send in
            await gate.pass()
            await send(.response(text))
          }
          .cancellable(id: CancelID.search, cancelInFlight: true)
        case .response(let text):
          state.append(text)
          return .none
        }
      }
    }
  }

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
          // Waits behind the parent's '.drop', which takes this child away.
          Reduce<Int, Int> { state, action in
            state += 1
            return action == 1 ? .concatenate(.send(2), .send(3)) : .none
          }
        }
      }
    }
  }
}
