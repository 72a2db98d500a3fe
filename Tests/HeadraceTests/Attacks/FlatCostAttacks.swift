import Headrace
import Testing

/// A row whose child can be absent; it counts how often the child is looked at.
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
    case count, stop, empty, start
    case key(KeyAction)
    case drawers(IdentifiedAction<Int, Action>)

    /// The action of a row at some depth, by the same id at each level.
    static func at(_ depth: Int, id: Int = 0, _ action: Action) -> Action {
      (0..<depth).reduce(action) { action, _ in .drawers(.element(id: id, action: action)) }
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .count: state.count += 1
      case .empty: state.drawers = []
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
@Suite("Law 14, attacked: the cost of an action", .timeLimit(.minutes(5)), .serialized)
struct FlatCostAttacks {
  /// Of an action for one row, its own child and the root's may be looked at.
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

  private static let depth = 10_000

  /// An effect's place is noted at each level above it, which takes longer than an action.
  private static let effectDepth = 500

  /// A feature that contains itself so deeply that no stack holds its calls.
  private static func deepStore(
    _ reads: Reads = Reads(), depth: Int = effectDepth
  ) -> StoreOf<Drawer> {
    var state = Drawer.State(id: 0, reads: reads)
    for _ in 0..<depth {
      var next = Drawer.State(id: 0, reads: reads)
      next.drawers = [state]
      state = next
    }
    return Store(initialState: state) { Drawer() }
  }

  @Test("Law 4: a feature contains itself 10,000 levels deep: an action reaches the bottom")
  func anActionReachesTheBottom() {
    let store = Self.deepStore(depth: Self.depth)
    store.send(.at(Self.depth, .count))
    var level: Drawer.State? = store.state
    for _ in 0..<Self.depth { level = level?.drawers.first }
    #expect(level?.count == 1)
    #expect(level?.drawers.isEmpty == true)
  }

  @Test("Law 14: an action at the top does not look at what is between it and a deep effect")
  func anActionAboveADeepEffect() {
    let reads = Reads()
    let store = Self.deepStore(reads)
    store.send(.at(Self.effectDepth, .key(.turn)))
    store.send(.count)
    let before = reads.count
    store.send(.count)
    #expect(reads.count - before <= Self.readLimit)
  }

  @Test("Law 7: an effect at the bottom of 500 levels is cancelled from there")
  func anEffectAtTheBottomIsCancelled() async {
    let store = Self.deepStore()
    let task = store.send(.at(Self.effectDepth, .start))
    #expect(store.effects.count == 1)
    store.send(.at(Self.effectDepth, .stop))
    #expect(store.effects.isEmpty)
    await task.finish()
  }

  @Test("Law 8: effects at the bottom of 500 levels end with the row at the top")
  func effectsAtTheBottomEndWithTheTop() async {
    let store = Self.deepStore()
    let task = store.send(.at(Self.effectDepth, .start))
    store.send(.at(Self.effectDepth, .key(.turn)))
    store.send(.at(Self.effectDepth / 2, .key(.turn)))
    #expect(store.effects.count == 3)
    store.send(.empty)
    #expect(store.effects.isEmpty)
    await task.finish()
  }
}
