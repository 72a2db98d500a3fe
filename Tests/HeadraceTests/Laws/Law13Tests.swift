import Headrace
import Testing

@MainActor
@Suite("Law 13: effects in flight are visible")
struct Law13Tests {
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
    #expect(effects[0].fileID == "HeadraceTests/Law13Tests.swift")
    #expect(effects[0].line == 51)
    #expect(effects[0].startedBy < effects[1].startedBy)
    #expect(effects[0].id < effects[1].id)
    #expect(effects.allSatisfy { $0.age > .zero && $0.age < .seconds(600) })
    gate.open()
    await store.send(.none).finish()
  }
}

/// A feature with its own effect and rows that have effects.
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
