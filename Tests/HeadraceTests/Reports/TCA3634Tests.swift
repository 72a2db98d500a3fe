import Headrace
import Synchronization
import TestEffort
import Testing

/// The Composable Architecture, #3634 and #3766: the states and stores of children that were pushed
/// by the program and popped stayed alive.
@MainActor
@Suite("TCA #3634 and #3766: popped features leave nothing behind", .timeLimit(.minutes(30)))
struct TCA3634Tests {
  /// Counts the values that are alive.
  final class Count: Sendable {
    private let value = Mutex(0)
    var alive: Int { value.withLock { $0 } }
    func add(_ change: Int) { value.withLock { $0 += change } }
  }

  /// Lives as long as a copy of its state.
  final class Life: Sendable {
    private let count: Count

    init(_ count: Count) {
      self.count = count
      count.add(1)
    }

    deinit { count.add(-1) }
  }

  @Reducer
  struct Screen {
    @ObservableState
    struct State: Identifiable {
      var id = 0
      var n = 0
      let life: Life
    }
    enum Action { case inc, work }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.n += 1
      guard case .work = action else { return .none }
      return .run { _ in await Gate().pass() }.cancellable(id: "work")
    }
  }

  @Reducer
  struct App {
    @ObservableState
    struct State {
      var path = StackState<Screen.State>()
      @Presents var sheet: Screen.State?
      var child: Screen.State?
      var rows: IdentifiedArrayOf<Screen.State> = []
    }
    enum Action {
      case path(StackActionOf<Screen>)
      case sheet(PresentationAction<Screen.Action>)
      case child(Screen.Action)
      case rows(IdentifiedActionOf<Screen>)
      case change((inout State) -> Void)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .change(let change) = action { change(&state) }
        return .none
      }
      .ifLet(\.$sheet, action: \.sheet) { Screen() }
      .ifLet(\.child, action: \.child) { Screen() }
      .forEach(\.rows, action: \.rows) { Screen() }
      .forEach(\.path, action: \.path) { Screen() }
    }
  }

  enum Form: CaseIterable { case stack, stackByHost, sheet, sheetByHost, optional, row }

  private func show(_ form: Form, _ count: Count, in store: StoreOf<App>) -> StoreOf<Screen>? {
    store.send(
      .change { state in
        let screen = Screen.State(life: Life(count))
        switch form {
        case .stack, .stackByHost: state.path.append(screen)
        case .sheet, .sheetByHost: state.sheet = screen
        case .optional: state.child = screen
        case .row: state.rows.append(screen)
        }
      })
    return switch form {
    case .stack, .stackByHost: store.scope(state: \.path, action: \.path).last
    case .sheet, .sheetByHost: store.scope(state: \.$sheet, action: \.sheet)
    case .optional: store.scope(state: \.child, action: \.child)
    case .row: store.scope(state: \.rows, action: \.rows)[id: 0]
    }
  }

  private func leave(_ form: Form, in store: StoreOf<App>) {
    switch form {
    case .stack: store.send(.change { $0.path.removeLast() })
    case .stackByHost: store.send(.path(.popFrom(id: store.state.path.ids.last!)))
    case .sheet: store.send(.change { $0.sheet = nil })
    case .sheetByHost: store.send(.sheet(.dismiss))
    case .optional: store.send(.change { $0.child = nil })
    case .row: store.send(.change { $0.rows.remove(id: 0) })
    }
  }

  @Test("Shown and left 1,000 times, no state and no store is alive", arguments: Form.allCases)
  func nothingIsAlive(form: Form) async throws {
    let count = Count()
    let store = Store(initialState: App.State()) { App() }
    for round in 0..<Effort.count(1_000) {
      weak var left: StoreOf<Screen>?
      do {
        let screen = try #require(show(form, count, in: store))
        left = screen
        screen.send(.inc)
        let token = screen.observe { _ = screen.n }
        if round.isMultiple(of: 100) { screen.send(.work) }
        leave(form, in: store)
        token.cancel()
      }
      #expect(left == nil)
    }
    #expect(count.alive == 0)
    #expect(store.effects.isEmpty)
    #expect(store.observationCounts == [0, 0, 0])
  }
}
