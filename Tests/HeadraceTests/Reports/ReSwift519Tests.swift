import Headrace
import Testing

/// ReSwift, #519: if a subscriber sent an action while it was notified, the others received the
/// same value twice.
@MainActor
@Suite("ReSwift #519: an observer that sends while it is notified") struct ReSwift519Tests {
  @Reducer
  struct Sum {
    @ObservableState
    struct State { var total = 0 }
    enum Action { case add(Int), clamp }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .add(let number): state.total += number
      case .clamp: state.total = min(state.total, 10)
      }
      return .none
    }
  }

  @Test("The others run once per drained queue, and see the last value", arguments: [0, 1, 2])
  func othersSeeTheLastValue(place: Int) {
    let store = Store(initialState: Sum.State()) { Sum() }
    var seen: [[Int]] = [[], []]
    var tokens: [ObserveToken] = []
    var clampRuns = 0
    let clamp = {
      clampRuns += 1
      if store.total > 10 { store.send(.clamp) }
    }
    for index in 0...2 {
      if index == place {
        tokens.append(store.observe(clamp))
      } else {
        let number = index < place ? index : index - 1
        tokens.append(store.observe { seen[number].append(store.total) })
      }
    }
    store.send(.add(5))
    store.send(.add(20))
    #expect(store.total == 10)
    for values in seen {
      #expect(values.last == 10)
      // No value comes twice in a row.
      #expect(zip(values, values.dropFirst()).allSatisfy { $0 != $1 })
      #expect(values.filter { $0 == 10 }.count == 1)
    }
    #expect(clampRuns == 4)
    withExtendedLifetime(tokens) {}
  }
}
