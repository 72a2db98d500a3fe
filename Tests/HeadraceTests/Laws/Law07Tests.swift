import Headrace
import Testing

@MainActor
@Suite("Law 7: cancellation is scoped")
struct Law07Tests {
  typealias Root = Workers

  @Test("Law 7: cancellation is scoped, a child cancels its own effects and no others")
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
}

// MARK: - Fixtures

extension Law07Tests {
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
}
