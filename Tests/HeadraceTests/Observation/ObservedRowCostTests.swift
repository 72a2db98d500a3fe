import Headrace
import TestEffort
import Testing

/// The cost of an action while every row of a list is observed. It once grew with the rows.
@MainActor
@Suite("Law 3: the cost of observed rows", .timeLimit(.minutes(30)))
struct ObservedRowCostTests {
  @Reducer
  struct Row {
    @ObservableState
    struct State: Identifiable {
      let id: Int
      var n = 0
      var child: Child.State? = Child.State()
    }
    enum Action { case inc, child(Child.Action) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .inc = action { state.n += 1 }
        return .none
      }
      .ifLet(\.child, action: \.child) { Child() }
    }
  }

  @Reducer
  struct Child {
    @ObservableState
    struct State { var n = 0 }
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
      var total = 0
      var rows: IdentifiedArrayOf<Row.State> = []
    }
    enum Action {
      case rows(IdentifiedActionOf<Row>)
      case change((inout State) -> Void)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .rows: state.total += 1
        case .change(let change): change(&state)
        }
        return .none
      }
      .forEach(\.rows, action: \.rows) { Row() }
    }
  }

  /// An action for one row, or for the list.
  enum Work: CaseIterable {
    case row, child, list

    var action: List.Action {
      switch self {
      case .row: .rows(.element(id: 3, action: .inc))
      case .child: .rows(.element(id: 3, action: .child(.inc)))
      case .list: .change { $0.total += 1 }
      }
    }
  }

  /// Counts the places that an action makes the store inspect, if each row and its child are
  /// observed.
  private static func visitCount(of work: Work, rowCount: Int) throws -> (visits: Int, runs: Int) {
    var state = List.State()
    state.rows = IdentifiedArray(uniqueElements: (0..<rowCount).map { Row.State(id: $0) })
    let store = Store(initialState: state) { List() }
    var (stores, tokens, runs) = ([Any](), [ObserveToken](), 0)
    for row in store.scope(state: \.rows, action: \.rows) {
      let child = try #require(row.scope(state: \.child, action: \.child))
      stores += [row, child] as [Any]
      tokens.append(
        row.observe {
          _ = row.n
          runs += 1
        })
      tokens.append(
        child.observe {
          _ = child.n
          runs += 1
        })
    }
    store.send(work.action)
    let before = (visits: store.observationVisitCount, runs: runs)
    store.send(work.action)
    withExtendedLifetime((stores, tokens)) {}
    return (store.observationVisitCount - before.visits, runs - before.runs)
  }

  @Test(
    "An action inspects as many places with 5,000 rows as with 10; the short form has 500",
    arguments: [Work.row, .child, .list])
  func itIsFlat(work: Work) throws {
    let few = try Self.visitCount(of: work, rowCount: 10)
    let many = try Self.visitCount(of: work, rowCount: Effort.count(5_000))
    #expect(few.runs == (work == .list ? 0 : 1))
    #expect(many.runs == few.runs)
    #expect(few.visits == many.visits)
    #expect(many.visits <= 8)
  }

  @Test("A row that is replaced, removed or put elsewhere is still noticed")
  func rowsAreNoticed() throws {
    var state = List.State()
    state.rows = IdentifiedArray(uniqueElements: (0..<4).map { Row.State(id: $0) })
    let store = Store(initialState: state) { List() }
    let row = try #require(store.scope(state: \.rows, action: \.rows)[id: 1])
    var seen: [Int] = []
    let token = row.observe { seen.append(row.n) }
    store.send(.change { $0.rows[id: 1] = Row.State(id: 1, n: 5) })
    store.send(.change { $0.rows[0] = Row.State(id: 0, n: 5) })
    store.send(
      .change {
        $0.rows.swapAt(0, 1)
        $0.rows[0].n = 6
      })
    store.send(
      .change {
        let rows = $0.rows
        $0.rows = rows
        $0.rows[id: 1]?.n = 7
      })
    #expect(seen == [0, 5, 6, 7])
    withExtendedLifetime(token) {}
  }

  // MARK: - Cases of Enums

  @Reducer
  enum Screen {
    case row(Row)
    case child(Child)
  }

  @Reducer
  struct Screens {
    @ObservableState
    struct State { var screens = StackState<Screen.State>() }
    enum Action {
      case screens(StackActionOf<Screen>)
      case change((inout State) -> Void)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .change(let change) = action { change(&state) }
        return .none
      }
      .forEach(\.screens, action: \.screens)
    }
  }

  private static func visitCount(
    ofCaseAmong count: Int, isOfRow: Bool
  ) throws -> (visits: Int, runs: Int) {
    var state = Screens.State()
    for id in 0..<count { state.screens.append(.row(Row.State(id: id))) }
    let store = Store(initialState: state) { Screens() }
    var (stores, tokens, runs) = ([Any](), [ObserveToken](), 0)
    for screen in store.scope(state: \.screens, action: \.screens) {
      let row = try #require(screen.scope(state: \.row, action: \.row))
      stores += [screen, row] as [Any]
      tokens.append(
        row.observe {
          _ = row.n
          runs += 1
        })
    }
    let first = try #require(state.screens.ids.first)
    let action = { () -> Screens.Action in
      isOfRow ? .screens(.element(id: first, action: .row(.inc))) : .change { _ in }
    }
    store.send(action())
    let before = (visits: store.observationVisitCount, runs: runs)
    store.send(action())
    withExtendedLifetime((stores, tokens)) {}
    return (store.observationVisitCount - before.visits, runs - before.runs)
  }

  @Test("An action inspects as many cases of enums with 1,000 screens as with 10")
  func casesAreFlat() throws {
    for isOfRow in [true, false] {
      let few = try Self.visitCount(ofCaseAmong: 10, isOfRow: isOfRow)
      let many = try Self.visitCount(ofCaseAmong: 1_000, isOfRow: isOfRow)
      #expect(few.runs == (isOfRow ? 1 : 0) && many.runs == few.runs)
      #expect(few.visits == many.visits)
      #expect(many.visits <= 8)
    }
  }

  @Test("A case that is replaced, left or put back is still noticed")
  func casesAreNoticed() throws {
    var state = Screens.State()
    state.screens.append(.row(Row.State(id: 0)))
    let store = Store(initialState: state) { Screens() }
    let screen = try #require(store.scope(state: \.screens, action: \.screens).first)
    let row = try #require(screen.scope(state: \.row, action: \.row))
    var seen: [Int] = []
    let token = row.observe { seen.append(row.n) }
    let first = store.screens
    let changes: [(inout Screens.State) -> Void] = [
      { $0.screens[0].modify(\.row) { $0.n = 1 } },
      { $0.screens[0] = .row(Row.State(id: 0, n: 2)) },
      { $0.screens[0] = .child(Child.State()) },
      { $0.screens[0] = .row(Row.State(id: 0, n: 3)) },
      {
        let screens = $0.screens
        $0.screens = screens
        $0.screens[0].modify(\.row) { $0.n = 4 }
      },
      { $0.screens = first },
      {
        $0.screens[0] = .child(Child.State())
        $0.screens = first
        $0.screens[0].modify(\.row) { $0.n = 5 }
      },
    ]
    for change in changes { store.send(.change(change)) }
    #expect(seen == [0, 1, 2, 3, 4, 0, 5])
    withExtendedLifetime(token) {}
  }
}
