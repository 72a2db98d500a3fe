import Headrace
import Testing

/// Has rows that two reducers run.
private struct Cabinet: Reducer {
  struct State { var drawers: IdentifiedArrayOf<Drawer.State> = [] }

  @CasePathable
  enum Action {
    case first(IdentifiedAction<Int, Drawer.Action>)
    case second(IdentifiedAction<Int, Drawer.Action>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.drawers, action: \.first) { Drawer() }
      .forEach(\.drawers, action: \.second) { Drawer() }
  }
}

/// A row whose child can be absent; it counts the reads of the child.
private struct Drawer: Reducer {
  struct Key {}
  enum KeyAction { case turn }

  struct State: Identifiable {
    let id: Int
    let reads: Reads
    private var storage: Key? = Key()
    var count = 0
    var drawers: IdentifiedArrayOf<State> = []

    init(id: Int, reads: Reads) {
      self.id = id
      self.reads = reads
    }

    var key: Key? {
      get {
        reads.note()
        return storage
      }
      set { storage = newValue }
      _modify {
        reads.note()
        yield &storage
      }
    }
  }

  @CasePathable
  indirect enum Action {
    case count, stop, empty, emptyKey, start
    case edit((inout IdentifiedArrayOf<State>) -> Void)
    case key(KeyAction)
    case drawers(IdentifiedAction<Int, Action>)

    /// Returns the action of a row at some depth, by the same id at each level.
    static func at(_ depth: Int, id: Int = 0, _ action: Action) -> Action {
      (0..<depth).reduce(action) { action, _ in .drawers(.element(id: id, action: action)) }
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .count: state.count += 1
      case .empty: state.drawers = []
      case .emptyKey: state.key = nil
      case .edit(let edit): edit(&state.drawers)
      case .start: return .run { _ in await Gate().pass() }.cancellable(id: "work")
      case .stop: return .cancel(id: "work")
      case .key, .drawers: break
      }
      return .none
    }
    .ifLet(\.key, action: \.key) {
      Reduce<Key, KeyAction> { _, _ in .run { _ in await Gate().pass() } }
    }
    .forEach(\.drawers, action: \.drawers) { Drawer() }
  }
}

@MainActor
@Suite("Law 14, attacked: the cost of an action", .timeLimit(.minutes(30)), .serialized)
struct FlatCostAttacks {
  /// The most reads of children for an action of one row: its own child and the root's.
  private static let readLimit = 8

  @Test("Law 14: an action for one row does not look at the other rows' children")
  func anActionLooksAtItsOwnRow() {
    let reads = Reads()
    let count = 1000
    var state = Drawer.State(id: 0, reads: Reads())
    state.drawers = IdentifiedArray(
      uniqueElements: (0..<count).map { Drawer.State(id: $0, reads: reads) })
    let store = Store(initialState: state) { Drawer() }
    for id in 0..<count { store.send(.drawers(.element(id: id, action: .key(.turn)))) }
    #expect(store.effects.count == count)
    store.send(.drawers(.element(id: 0, action: .count)))
    for id in [0, 1, 0, count - 1] {
      let before = reads.count
      store.send(.drawers(.element(id: id, action: .count)))
      #expect(reads.count - before <= Self.readLimit)
      let middle = reads.count
      store.send(.count)
      #expect(reads.count - middle <= Self.readLimit)
    }
  }

  /// Returns a store of rows, each with an effect below its child.
  private static func fullStore(_ reads: Reads, count: Int) -> StoreOf<Drawer> {
    var state = Drawer.State(id: 0, reads: Reads())
    state.drawers = IdentifiedArray(
      uniqueElements: (0..<count).map { Drawer.State(id: $0, reads: reads) })
    let store = Store(initialState: state) { Drawer() }
    for id in 0..<count { store.send(.drawers(.element(id: id, action: .key(.turn)))) }
    store.send(.count)
    return store
  }

  @Test("Law 14: an action that changes a few rows looks at those")
  func anActionLooksAtItsFewRows() {
    let reads = Reads()
    let count = 500
    let store = Self.fullStore(reads, count: count)
    let new = Reads()
    let edits: [(inout IdentifiedArrayOf<Drawer.State>) -> Void] = [
      { rows in
        rows[id: 3]?.count += 1
        rows[id: 400]?.count += 1
        rows[id: 3]?.count += 1
        rows[7].count += 1
      },
      { $0.append(Drawer.State(id: count, reads: new)) },
      { $0.insert(Drawer.State(id: count + 1, reads: new), at: 10) },
      { $0.swapAt(1, 300) },
      { $0.move(from: 5, to: 350) },
      { $0.removeLast() },
      { $0.remove(id: count + 1) },
      { rows in _ = rows.updateOrAppend(rows[12]) },
    ]
    for (index, edit) in edits.enumerated() {
      let before = reads.count
      store.send(.edit(edit))
      #expect(reads.count - before <= Self.readLimit, "edit \(index)")
      #expect(store.effects.count == count, "edit \(index)")
    }
    for id in [0, 250, count - 1] {
      let before = reads.count
      store.send(.edit { $0.remove(id: id) })
      #expect(reads.count - before <= Self.readLimit)
    }
    #expect(store.effects.count == count - 3)
    store.send(.edit { $0[id: 3]?.key = nil })
    store.send(
      .edit { rows in
        rows.swapAt(0, 100)
        rows[100].key = nil
        rows.removeFirst()
        rows.insert(Drawer.State(id: 250, reads: reads), at: 0)
      })
    #expect(store.effects.count == count - 6)
  }

  @Test("Law 14: two reducers of one list do not make each other look at all rows")
  func twoReducersShareRows() {
    let reads = Reads()
    let count = 500
    var state = Cabinet.State()
    state.drawers = IdentifiedArray(
      uniqueElements: (0..<count).map { Drawer.State(id: $0, reads: reads) })
    let store = Store(initialState: state) { Cabinet() }
    for id in 0..<count {
      store.send(.first(.element(id: id, action: .key(.turn))))
      store.send(.second(.element(id: id, action: .key(.turn))))
    }
    for id in [0, 1, 0, count - 1] {
      let before = reads.count
      store.send(.first(.element(id: id, action: .count)))
      store.send(.second(.element(id: id, action: .count)))
      #expect(reads.count - before <= 3 * Self.readLimit)
    }
    #expect(store.effects.count == 2 * count)
    store.send(.first(.element(id: 0, action: .emptyKey)))
    #expect(store.effects.count == 2 * count - 2)
  }

  @Test("Law 14: an effect that starts in one row does not look at the others")
  func aStartLooksAtItsOwnRow() {
    let reads = Reads()
    let count = 500
    var state = Drawer.State(id: 0, reads: Reads())
    state.drawers = IdentifiedArray(
      uniqueElements: (0..<count).map { Drawer.State(id: $0, reads: reads) })
    let store = Store(initialState: state) { Drawer() }
    for id in 0..<count { store.send(.drawers(.element(id: id, action: .key(.turn)))) }
    // The reducer, the search and its neighbours: a few reads for each, not for each of each.
    #expect(reads.count <= Self.readLimit * count)
  }

  private static let depth = 500

  /// Returns the store of a feature that contains itself.
  private static func deepStore(_ reads: Reads = Reads()) -> StoreOf<Drawer> {
    var state = Drawer.State(id: 0, reads: reads)
    for _ in 0..<depth {
      var next = Drawer.State(id: 0, reads: reads)
      next.drawers = [state]
      state = next
    }
    return Store(initialState: state) { Drawer() }
  }

  @Test("Law 14: an action at the top does not visit the levels above a deep effect")
  func anActionAboveADeepEffect() {
    let reads = Reads()
    let store = Self.deepStore(reads)
    store.send(.at(Self.depth, .key(.turn)))
    store.send(.count)
    let before = reads.count
    store.send(.count)
    #expect(reads.count - before <= Self.readLimit)
  }

  @Test("Law 7: an effect at the bottom of 500 levels is cancelled from there")
  func anEffectAtTheBottomIsCancelled() async {
    let store = Self.deepStore()
    let task = store.send(.at(Self.depth, .start))
    #expect(store.effects.count == 1)
    store.send(.at(Self.depth, .stop))
    #expect(store.effects.isEmpty)
    await task.finish()
  }

  @Test("Law 8: effects at the bottom of 500 levels end with the row at the top")
  func effectsAtTheBottomEndWithTheTop() async {
    let store = Self.deepStore()
    let task = store.send(.at(Self.depth, .start))
    store.send(.at(Self.depth, .key(.turn)))
    store.send(.at(Self.depth / 2, .key(.turn)))
    #expect(store.effects.count == 3)
    store.send(.empty)
    #expect(store.effects.isEmpty)
    await task.finish()
  }
}
