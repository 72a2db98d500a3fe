import Headrace
import Testing

@MainActor
@Suite("Law 9: a send can be awaited")
struct Law09Tests {
  typealias Root = Workers

  @Test("Law 9: a send can be awaited, with everything that it leads to")
  func finishWaitsForLaterActions() async {
    typealias Chain = FinishWaitsForLaterActions.Chain
    let store = Store(initialState: Chain.State()) { Chain() }
    await store.send(.step(1)).finish()
    #expect(store.state == [1, 2, 3, 4, 5])
  }

  @Test("Law 9: cancel() cancels all of that, and nothing else")
  func cancelCancelsWhatTheActionStarted() async {
    let gate = Gate()
    let store = Store(initialState: Root.State()) { Root(gate: gate) }
    let one = store.send(.start("one"))
    let two = store.send(.start("two"))
    await one.cancel()
    #expect(one.isCancelled)
    #expect(store.effects.count == 1)
    gate.open()
    await two.finish()
    #expect(store.state.received == ["two"])
  }
}

// MARK: - Fixtures

extension Law09Tests {
  fileprivate enum FinishWaitsForLaterActions {
    struct Chain: Reducer {
      typealias State = [Int]
      enum Action { case step(Int) }
      func reduce(into state: inout [Int], action: Action) -> Effect<Action> {
        guard case .step(let number) = action else { return .none }
        state.append(number)
        guard number < 5 else { return .none }
        return number.isMultiple(of: 2)
          ? .send(.step(number + 1)) : .run { send in await send(.step(number + 1)) }
      }
    }
  }
}
