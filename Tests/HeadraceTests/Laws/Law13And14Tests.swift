import Headrace
import Testing

@MainActor
@Suite("Laws 13 and 14: what is in flight is visible, nothing grows without a limit")
struct Law13And14Tests {
  @Test("Law 13: everything in flight is visible, with where it belongs and how old it is")
  func effectsAreVisible() async throws {
    let gate = Gate()
    let store = Store(initialState: Office.State()) { Office(gate: gate) }
    store.send(.open)
    store.send(.workers(.element(id: 7, action: .start("seven"))))
    let effects = store.effects
    #expect(effects.count == 2)
    #expect(effects.map(\.name) == ["opening hours", nil])
    #expect(effects.map(\.path) == [["Office"], ["Office", "Desk[7]", "Worker"]])
    #expect(effects[0].fileID == "HeadraceTests/Law13And14Tests.swift")
    #expect(effects[0].line == 123)
    #expect(effects[0].startedBy < effects[1].startedBy)
    #expect(effects[0].id < effects[1].id)
    #expect(effects.allSatisfy { $0.age > .zero && $0.age < .seconds(600) })
    gate.open()
    await store.send(.none).finish()
  }

  /// Sends a burst of actions from many tasks before the store can reduce the first.
  private func burst(_ overflow: EffectOverflow) async -> (received: [Int], lost: Int) {
    let store = Store(initialState: Burst.State()) { Burst(overflow: overflow) }
    await store.send(.start).finish()
    return (store.state.received, store.overflowCount)
  }

  @Test("Law 14: by default each sender waits, and nothing is lost")
  func suspendLosesNothing() async {
    let (received, lost) = await burst(.suspend)
    #expect(received.sorted() == Array(0..<Burst.count))
    #expect(lost == 0)
  }

  @Test("Law 14: where the latest are kept the last action is always reduced")
  func latestKeepsTheLast() async {
    for limit in [1, 3] {
      let (received, lost) = await burst(.latest(limit))
      #expect(received.count + lost == Burst.count)
      #expect(received.last == Burst.count - 1)
      #expect(received == received.sorted())
      #expect(received.count == limit)
    }
  }

  @Test("Law 14: where newer ones are dropped the first actions are reduced")
  func dropKeepsTheFirst() async {
    for limit in [1, 3] {
      let (received, lost) = await burst(.drop(limit))
      #expect(received == Array(0..<limit))
      #expect(lost == Burst.count - limit)
    }
  }
}

/// Sends many actions while the store's actor is kept busy.
private struct Burst: Reducer {
  struct State {
    var received: [Int] = []
  }

  enum Action {
    case start
    case received(Int)
  }

  static let count = 50
  let overflow: EffectOverflow

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      return .run(overflow: overflow) { send in
        // On the store's actor, so that nothing is reduced before all are sent.
        await Self.sendAll(by: send)
      }
    case .received(let number):
      state.received.append(number)
      return .none
    }
  }

  @MainActor
  private static func sendAll(by send: Send<Action>) async {
    await withTaskGroup { group in
      for number in 0..<count {
        // Each begins at once, on the main actor, and gets as far as the store lets it.
        group.addImmediateTask { @MainActor in await send(.received(number)) }
      }
    }
  }
}

/// A feature with an effect of its own and rows that have effects.
private struct Office: Reducer {
  struct Desk: Identifiable, Equatable {
    let id: Int
    var worker = Worker.State()
  }

  struct State {
    var workers: IdentifiedArrayOf<Desk> = [Desk(id: 7)]
  }

  @CasePathable
  enum Action {
    case open
    case none
    case workers(IdentifiedAction<Int, Worker.Action>)
  }

  let gate: Gate

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open:
        return .run(name: "opening hours") { [gate] _ in await gate.pass() }
      case .none, .workers:
        return .none
      }
    }
    .forEach(\.workers, action: \.workers) {
      Scope(state: \.worker, action: \.self) { Worker(gate: gate) }
    }
  }
}
