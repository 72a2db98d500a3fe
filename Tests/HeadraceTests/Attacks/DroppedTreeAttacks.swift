import Headrace
import Observation
import Synchronization
import Testing

/// Stores of children that are made on the way, read, and not kept.
///
/// The observer of such a child knows its path. It once kept all the stores above it for that: a
/// tree that the system tracked was never freed, and its effects continued.
@MainActor
@Suite("Law 14, attacked: trees that are dropped while a child is observed")
struct DroppedTreeAttacks {
  /// A path to a child through stores that nothing retains.
  enum Way: String, CaseIterable { case child, grandchild, row, optional, optionalOfRow }

  private func makeStore() -> StoreOf<Trunk> {
    var state = Trunk.State()
    state.rows = [TrunkBough.State(id: 1)]
    state.rows[id: 1]?.leaf = TrunkLeaf.State()
    state.leaf = TrunkLeaf.State()
    return Store(initialState: state) { Trunk() }
  }

  private static func read(_ way: Way, in store: StoreOf<Trunk>) -> Int? {
    let bough = store.scope(state: \.bough, action: \.bough)
    let row = store.scope(state: \.rows, action: \.rows)[id: 1]
    return switch way {
    case .child: bough.size
    case .grandchild: bough.scope(state: \.twig, action: \.twig).size
    case .row: row?.size
    case .optional: store.scope(state: \.leaf, action: \.leaf)?.size
    case .optionalOfRow: row?.scope(state: \.leaf, action: \.leaf)?.size
    }
  }

  private func change(_ way: Way, in store: StoreOf<Trunk>) {
    switch way {
    case .child: store.send(.bough(.grow))
    case .grandchild: store.send(.bough(.twig(.grow)))
    case .row: store.send(.rows(.element(id: 1, action: .grow)))
    case .optional: store.send(.leaf(.grow))
    case .optionalOfRow: store.send(.rows(.element(id: 1, action: .leaf(.grow))))
    }
  }

  @Test("Law 14: tracking that is never notified keeps no store", arguments: Way.allCases)
  func trackingKeepsNoStore(way: Way) throws {
    var store: StoreOf<Trunk>? = makeStore()
    weak let observed = store
    withObservationTracking {
      #expect(observed.map { Self.read(way, in: $0) == 0 } == true)
    } onChange: {
    }
    store = nil
    #expect(observed == nil)
    withExtendedLifetime(store) {}
  }

  @Test("Law 14: an observer whose token is kept keeps no store", arguments: Way.allCases)
  func anObserverKeepsNoStore(way: Way) {
    var store: StoreOf<Trunk>? = makeStore()
    weak let observed = store
    let token = store?.observe { _ = observed.map { Self.read(way, in: $0) } }
    store = nil
    #expect(observed == nil)
    token?.cancel()
    withExtendedLifetime(store) {}
  }

  @Test("Law 8: effects end with a tree whose child the system tracks")
  func effectsEndWithTheTree() async {
    var store: StoreOf<Trunk>? = makeStore()
    weak let observed = store
    withObservationTracking {
      _ = observed.map { Self.read(.grandchild, in: $0) }
    } onChange: {
    }
    let (began, ended) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
    store?.send(.work(began.continuation, ended.continuation))
    for await _ in began.stream { break }
    store = nil
    // Hangs if nothing cancels the effect.
    for await _ in ended.stream { break }
    withExtendedLifetime(store) {}
  }

  @Test(
    "Law 12: reads through removed stores are notified, by the system and by observers",
    arguments: Way.allCases)
  func readsThroughRemovedStoresAreNotified(way: Way) {
    let store = makeStore()
    let told = Mutex(0)
    withObservationTracking {
      _ = Self.read(way, in: store)
    } onChange: {
      told.withLock { $0 += 1 }
    }
    var seen: [Int?] = []
    let token = store.observe { [store] in seen.append(Self.read(way, in: store)) }
    store.send(.grow)
    #expect(told.withLock { $0 } == 0 && seen == [0], "another field")
    change(way, in: store)
    change(way, in: store)
    #expect(told.withLock { $0 } == 1)
    #expect(seen == [0, 1, 2])
    store.send(.replace)
    #expect(seen == [0, 1, 2, 0])
    token.cancel()
  }
}

@Reducer
private struct TrunkLeaf {
  @ObservableState
  struct State { var size = 0 }
  @CasePathable
  enum Action { case grow }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.size += 1
    return .none
  }
}

@Reducer
private struct TrunkBough {
  @ObservableState
  struct State: Identifiable {
    var id = 0
    var size = 0
    var twig = TrunkLeaf.State()
    var leaf: TrunkLeaf.State?
  }
  @CasePathable
  enum Action {
    case grow
    case twig(TrunkLeaf.Action)
    case leaf(TrunkLeaf.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.twig, action: \.twig) { TrunkLeaf() }
    Reduce { state, action in
      if case .grow = action { state.size += 1 }
      return .none
    }
    .ifLet(\.leaf, action: \.leaf) { TrunkLeaf() }
  }
}

@Reducer
private struct Trunk {
  @ObservableState
  struct State {
    var size = 0
    var bough = TrunkBough.State()
    var rows: IdentifiedArrayOf<TrunkBough.State> = []
    var leaf: TrunkLeaf.State?
  }
  @CasePathable
  enum Action {
    case grow, replace
    /// Begins an effect that only ends when it is cancelled.
    case work(AsyncStream<Void>.Continuation, AsyncStream<Void>.Continuation)
    case bough(TrunkBough.Action)
    case leaf(TrunkLeaf.Action)
    case rows(IdentifiedActionOf<TrunkBough>)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.bough, action: \.bough) { TrunkBough() }
    Reduce { state, action in
      switch action {
      case .grow:
        state.size += 1
      case .replace:
        state.bough = TrunkBough.State()
        state.rows = [TrunkBough.State(id: 1, leaf: TrunkLeaf.State())]
        state.leaf = TrunkLeaf.State()
      case .work(let began, let ended):
        return .run { _ in
          began.yield()
          for await _ in AsyncStream<Never>.makeStream().stream {}
          ended.yield()
        }
      case .bough, .leaf, .rows:
        break
      }
      return .none
    }
    .ifLet(\.leaf, action: \.leaf) { TrunkLeaf() }
    .forEach(\.rows, action: \.rows) { TrunkBough() }
  }
}
