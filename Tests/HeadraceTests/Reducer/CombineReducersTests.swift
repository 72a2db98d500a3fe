import Headrace
import Testing

@MainActor
struct CombineReducersTests {
  @Test func anOperatorAppliesToAllReducersOfTheGroup() {
    let store = Store(initialState: Group.State()) { Group() }
    store.send(.doubled)
    // 1, doubled by the first reducer and increased by the second; the change is observed once.
    #expect(store.state == Group.State(count: 3, changes: [1]))
  }
}

private struct Group: Reducer {
  struct State: Equatable {
    var count = 1
    var changes: [Int] = []
  }

  enum Action { case doubled }

  var body: some ReducerOf<Self> {
    CombineReducers {
      Reduce { state, action in
        state.count *= 2
        return .none
      }
      Reduce { state, action in
        state.count += 1
        return .none
      }
    }
    .onChange(of: \.count) { oldCount, state in
      state.changes.append(oldCount)
      return .none
    }
  }
}
