import Headrace
import HeadraceTesting
import Testing

@CasePathable private enum CountAction: Equatable {
  case incremented
  case set(Int)
  case doubled
}

/// Doubles its count with an effect that answers without waiting.
private struct Doubler: Reducer {
  var body: some Reducer<Int, CountAction> {
    Reduce { count, action in
      switch action {
      case .incremented:
        count += 1
        return .none
      case .set(let value):
        count = value
        return .run { send in await send(.doubled) }
      case .doubled:
        count *= 2
        return .none
      }
    }
  }
}

@Suite struct SynchronousSendingTests {
  @Test func aTestThatIsNotAsyncSendsWithoutAwait() {
    let store = TestStore(initialState: 0) { Doubler() }
    store.send(.incremented) { $0 = 1 }
    store.send(\.incremented) { $0 = 2 }
    store.exhaustivity = .off
    store.send(\.set, 7)
    store.assert { $0 = 7 }
  }

  @Test func effectsHaveRunWhenItReturns() {
    let hasRun = LockIsolated(false)
    let store = TestStore(initialState: 0) {
      Reduce<Int, Bool> { _, _ in .run { _ in hasRun.setValue(true) } }
    }
    store.send(true)
    #expect(hasRun.value)
  }

  @Test func aWrongChangeFailsAtItsLine() {
    let store = TestStore(initialState: 0) { Doubler() }
    withKnownIssue {
      store.send(.incremented) { $0 = 2 }
    } matching: { issue in
      issue.sourceLocation?.line == #line - 2 && issue.comments.count == 1
    }
  }
}

/// A state with a closure, which can't be compared.
@Suite struct SnapshotTests {
  struct Player {
    struct State {
      var title = ""
      var whenEnded: @Sendable () -> Void = {}
    }

    enum Action { case opened(String), ended }
  }

  private func store() -> TestStore<Player.State, Player.Action> {
    TestStore(initialState: Player.State()) {
      Reduce { state, action in
        switch action {
        case .opened(let title):
          state.title = title
          state.whenEnded = { print(title) }
        case .ended:
          state.title = ""
        }
        return .none
      }
    }
  }

  @Test func onlyTheSnapshotIsAsserted() {
    let store = store()
    store.send(.opened("a")) { $0.title = "a" }
    store.send(.ended) { $0.title = "" }
  }

  @Test func aDifferenceInTheSnapshotFails() {
    let store = store()
    withKnownIssue {
      store.send(.opened("a")) { $0.title = "b" }
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("title: \"b\"") }
    }
  }
}

extension SnapshotTests.Player.State: Equatable {
  static func == (one: Self, other: Self) -> Bool { one.title == other.title }
}
