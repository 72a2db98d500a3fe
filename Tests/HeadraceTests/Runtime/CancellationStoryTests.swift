import Headrace
import Testing

/// Rows that can ask for their own removal, and effects that cancel what they are part of.
private struct Rows: Reducer {
  struct Row: Identifiable { let id: Int }

  struct State {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
    var received: [Int] = []
  }

  @CasePathable
  enum Action {
    case rows(IdentifiedAction<Int, RowAction>)
    case remove(Int)
  }

  enum RowAction { case work, workAndLeave, workTwice, done }
  enum CancelID { case work }

  let gate: Gate
  var secondGate = Gate()

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .rows(.element(let id, .workAndLeave)), .remove(let id): state.rows.remove(id: id)
      case .rows(.element(let id, .done)): state.received.append(id)
      case .rows: break
      }
      return .none
    }
    .forEach(\.rows, action: \.rows) {
      Reduce<Row, RowAction> { _, action in
        switch action {
        case .work, .workAndLeave: work(at: gate)
        case .workTwice:
          .concatenate(
            work(at: gate),
            work(at: secondGate).cancellable(id: CancelID.work, cancelInFlight: true)
          )
          .cancellable(id: CancelID.work)
        case .done: .none
        }
      }
    }
  }

  private func work(at gate: Gate) -> Effect<RowAction> {
    .run { send in
      await gate.pass()
      await send(.done)
    }
  }
}

@MainActor
@Suite("Defects of cancellation that random scripts have found")
struct CancellationStoryTests {
  /// The effect of a removed row ran, and its action was reported as sent by hand.
  ///
  /// The rows had been compared with the state before the row's new effect existed, and were not
  /// compared again as long as the collection stayed the same.
  @Test("Law 8: a row that its own action removes keeps nothing, though other rows have effects")
  func aRowThatLeavesImmediately() async {
    let gate = Gate()
    let store = Store(initialState: Rows.State()) { Rows(gate: gate) }
    let stays = store.send(.rows(.element(id: 1, action: .work)))
    let leaves = store.send(.rows(.element(id: 2, action: .workAndLeave)))
    #expect(store.effects.map(\.path.last) == ["Row[1]"])
    gate.open()
    await leaves.finish()
    await stays.finish()
    #expect(store.state.received == [1])
  }

  /// An effect ran where neither tools nor cancellation found it.
  ///
  /// The second effect cancelled the concatenation, the last one alive in the row's scope, and the
  /// scope left the tree.
  @Test("Law 13: an effect that cancels the concatenation it is part of stays visible")
  func aPartThatCancelsItsConcatenation() async {
    let gate = Gate()
    let second = Gate()
    let store = Store(initialState: Rows.State()) { Rows(gate: gate, secondGate: second) }
    let task = store.send(.rows(.element(id: 1, action: .workTwice)))
    gate.open()
    await second.arrival()
    #expect(store.effects.map(\.path.last) == ["Row[1]"])
    store.send(.remove(1))
    #expect(store.effects.isEmpty)
    await task.finish()
  }
}
