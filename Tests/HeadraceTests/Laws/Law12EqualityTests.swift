import Headrace
import Observation
import Synchronization
import Testing

/// Equal to another with its id, whatever their names are.
private struct User: Equatable {
  let id: Int
  var name: String

  static func == (first: Self, second: Self) -> Bool { first.id == second.id }
}

@Reducer
private struct Account {
  @ObservableState
  struct State { var user = User(id: 1, name: "old") }

  enum Action { case change((inout State) -> Void) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .change(let change): change(&state)
    }
    return .none
  }
}

@Observable
private final class PlainAccount {
  var user = User(id: 1, name: "old")
}

@MainActor
struct Law12EqualityTests {
  /// Documented in the article Observation. An `@Observable` class does the same.
  @Test("Law 12: assigning an equal value changes nothing, changing it in place does")
  func anEqualityThatIgnoresAField() {
    let store = Store(initialState: Account.State()) { Account() }
    var names: [String] = []
    let token = store.observe { names.append(store.user.name) }
    store.send(.change { $0.user = User(id: 1, name: "new") })
    #expect(names == ["old"])
    #expect(store.user.name == "new")
    store.send(.change { $0.user.name = "newer" })
    #expect(names == ["old", "newer"])
    store.send(.change { $0.user = User(id: 2, name: "other") })
    #expect(names == ["old", "newer", "other"])
    token.cancel()
  }

  @Test func anObservableClassDoesTheSame() {
    let account = PlainAccount()
    func isTold(of change: () -> Void) -> Bool {
      let count = Mutex(0)
      withObservationTracking {
        _ = account.user
      } onChange: {
        count.withLock { $0 += 1 }
      }
      change()
      return count.withLock { $0 } > 0
    }
    #expect(!isTold { account.user = User(id: 1, name: "new") })
    #expect(isTold { account.user.name = "newer" })
    #expect(isTold { account.user = User(id: 2, name: "other") })
  }
}
