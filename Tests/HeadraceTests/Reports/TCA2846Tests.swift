import Headrace
import Testing

/// The Composable Architecture, #2846: a list that was opened and closed ten times left the stores
/// of its rows behind.
@MainActor
@Suite("TCA #2846: a list that was closed leaves no row stores behind") struct TCA2846Tests {
  @Reducer
  struct Row {
    @ObservableState
    struct State: Identifiable {
      let id: Int
      var n = 0
    }
    enum Action { case inc }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.n += 1
      return .none
    }
  }

  @Reducer
  struct List {
    @ObservableState
    struct State {
      var rows = IdentifiedArrayOf<Row.State>(uniqueElements: (0..<20).map { Row.State(id: $0) })
    }
    enum Action { case rows(IdentifiedActionOf<Row>) }

    var body: some ReducerOf<Self> {
      EmptyReducer().forEach(\.rows, action: \.rows) { Row() }
    }
  }

  @Reducer
  struct App {
    @ObservableState
    struct State { @Presents var list: List.State? }
    enum Action { case open, close, list(PresentationAction<List.Action>) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .open: state.list = List.State()
        case .close: state.list = nil
        case .list: break
        }
        return .none
      }
      .ifLet(\.$list, action: \.list) { List() }
    }
  }

  private struct Weak { weak var store: StoreOf<Row>? }

  @Test(arguments: [true, false])
  func noStoreOfARowIsAlive(isObserved: Bool) throws {
    let store = Store(initialState: App.State()) { App() }
    var seen: [Weak] = []
    for _ in 0..<10 {
      store.send(.open)
      let list = try #require(store.scope(state: \.$list, action: \.list))
      let rows = Array(list.scope(state: \.rows, action: \.rows))
      seen += rows.map { Weak(store: $0) }
      let tokens = isObserved ? rows.map { row in row.observe { _ = row.n } } : []
      for row in rows { row.send(.inc) }
      store.send(.close)
      for token in tokens { token.cancel() }
    }
    #expect(seen.count == 200)
    #expect(seen.allSatisfy { $0.store == nil })
    #expect(store.observationCounts == [0, 0, 0])
  }
}
