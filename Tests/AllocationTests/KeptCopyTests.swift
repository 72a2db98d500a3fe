import CAllocationCount
import Headrace
import Testing

/// A copy of the state that a program keeps shares its storage with the store.
@MainActor
@Suite("Law 3, attacked: kept copies", .enabled(if: allocation_count_is_available()), .serialized)
struct KeptCopyTests {
  @Test("Law 3: an action beside a stack with effects does not copy the stack")
  func aStackWithEffectsIsNotCopied() {
    let store = Store(initialState: Book.State()) { Book() }
    for _ in 0..<10 { store.send(.turn) }
    for id in store.withState(\.path.ids) { store.send(.path(.element(id: id, action: .work))) }
    store.send(.count)
    let count = allocationCount { store.send(.count) }
    let copy = store.withState(\.path)
    #expect(allocationCount { store.send(.count) } == count)
    withExtendedLifetime(copy) {}
  }
}

@Reducer
private struct Book {
  @ObservableState
  struct State {
    var count = 0
    var path = StackState<Page.State>()
  }

  enum Action {
    case count, turn
    case path(StackActionOf<Page>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .count: state.count += 1
      case .turn: state.path.append(Page.State())
      case .path: break
      }
      return .none
    }
    .forEach(\.path, action: \.path) { Page() }
  }
}

@Reducer
private struct Page {
  @ObservableState
  struct State {}

  enum Action { case work }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .run { _ in for await _ in AsyncStream<Never>.makeStream().stream {} }
  }
}
