import Headrace
import Testing

/// A feature that contains itself, in rows and as a presented page.
@Reducer
private struct Nest {
  @ObservableState
  struct State: Identifiable {
    var id = 0
    var count = 0
    var rows: IdentifiedArrayOf<State> = []
    @Presents var page: State?
  }

  @CasePathable
  indirect enum Action {
    case add, addLater, start, clear
    case rows(IdentifiedAction<Int, Action>)
    case page(PresentationAction<Action>)

    /// Returns the action of the row at some depth.
    static func inRow(at depth: Int, _ action: Action) -> Action {
      (0..<depth).reduce(action) { action, _ in .rows(.element(id: 0, action: action)) }
    }

    /// Returns the action of the page at some depth.
    static func onPage(at depth: Int, _ action: Action) -> Action {
      (0..<depth).reduce(action) { action, _ in .page(.presented(action)) }
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add: state.count += 1
      case .addLater: return .run { send in await send(.add) }
      case .clear: state.rows = []
      case .start: return .run { _ in await Gate().pass() }
      case .rows, .page: break
      }
      return .none
    }
    .forEach(\.rows, action: \.rows) { Nest() }
    .ifLet(\.$page, action: \.page) { Nest() }
  }
}

/// An actor whose jobs have a stack of 8 MiB, the usual size.
private actor DeepOwner {
  static let depth = 1000

  private let executor = ThreadExecutor(stackSize: 8 * 1024 * 1024)

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private func store(ofRows count: Int) -> StoreOf<Nest> {
    var state = Nest.State()
    for _ in 0..<count {
      var outer = Nest.State()
      outer.rows = [state]
      state = outer
    }
    return Store(initialState: state) { Nest() }
  }

  /// Returns the store at the bottom of a chain of child stores.
  private func bottom(of root: StoreOf<Nest>) throws -> StoreOf<Nest> {
    var store = root
    for _ in 0..<Self.depth {
      store = try #require(store.scope(state: \.rows, action: \.rows)[id: 0])
    }
    return store
  }

  /// Returns the count in the row at the bottom.
  private func bottomCount(of root: StoreOf<Nest>) throws -> Int {
    var row = root.withState { $0 }
    for _ in 0..<Self.depth { row = try #require(row.rows.first) }
    return row.count
  }

  func sendToTheBottom() async throws {
    let root = store(ofRows: Self.depth)
    root.send(.inRow(at: Self.depth, .add))
    await root.send(.inRow(at: Self.depth, .addLater)).finish()
    #expect(root.effects.isEmpty)
    #expect(try bottomCount(of: root) == 2)
  }

  func useChildStores() throws {
    let root = store(ofRows: Self.depth)
    do {
      let bottom = try bottom(of: root)
      bottom.send(.add)
      #expect(bottom.count == 1)
    }
    root.send(.add)
    #expect(root.count == 1)
  }

  func observeChildStores() throws {
    let root = store(ofRows: Self.depth)
    let bottom = try bottom(of: root)
    var seen: [Int] = []
    let token = bottom.observe { seen.append(bottom.count) }
    bottom.send(.add)
    root.send(.add)
    #expect(seen == [0, 1])
    token.cancel()
  }

  func endRows() async {
    let root = store(ofRows: Self.depth)
    let task = root.send(.inRow(at: Self.depth, .start))
    #expect(root.effects.count == 1)
    root.send(.add)
    #expect(root.effects.count == 1)
    root.send(.clear)
    #expect(root.effects.isEmpty)
    await task.finish()
  }

  func leavePages() async {
    var state = Nest.State()
    for _ in 0..<Self.depth {
      var outer = Nest.State()
      outer.page = state
      state = outer
    }
    let root = Store(initialState: state) { Nest() }
    let task = root.send(.onPage(at: Self.depth, .start))
    #expect(root.effects.count == 1)
    root.send(.page(.dismiss))
    #expect(root.effects.isEmpty)
    await task.finish()
  }
}

@Suite("1,000 levels of features work on a stack of 8 MiB", .timeLimit(.minutes(30)), .serialized)
struct DepthTests {
  private let owner = DeepOwner()

  @Test("Law 4: an action, and an effect's action, reach the bottom")
  func actionsReachTheBottom() async throws {
    try await owner.sendToTheBottom()
  }

  @Test("Law 3: a chain of child stores sends and is released")
  func childStoresSend() async throws {
    try await owner.useChildStores()
  }

  @Test("Law 12: the store at the end of a chain is observed")
  func theLastChildStoreIsObserved() async throws {
    try await owner.observeChildStores()
  }

  @Test("Law 8: an effect at the bottom ends with the row at the top")
  func anEffectEndsWithTheTopRow() async {
    await owner.endRows()
  }

  @Test("Law 8: an effect on the last page ends with the first page")
  func anEffectEndsWithTheFirstPage() async {
    await owner.leavePages()
  }
}
