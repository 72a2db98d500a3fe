import Headrace
import Testing

extension MacroAttack {
  /// A feature that contains itself.
  @Reducer
  struct Nest {
    @ObservableState
    struct State: Identifiable {
      var id = 0
      var n = 0
      var below: IdentifiedArrayOf<State> = []
    }

    @CasePathable
    indirect enum Action {
      case add, addLater, start, clear
      case below(IdentifiedAction<Int, Action>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .add: state.n += 1
        case .addLater: return .run { send in await send(.add) }
        case .clear: state.below = []
        case .start: return .run { _ in try await forever() }
        case .below: break
        }
        return .none
      }
      .forEach(\.below, action: \.below) { Nest() }
    }
  }

  @MainActor
  static func nested(_ depth: Int) -> StoreOf<Nest> {
    var state = Nest.State()
    for _ in 0..<depth {
      var next = Nest.State()
      next.below = [state]
      state = next
    }
    return Store(initialState: state) { Nest() }
  }

  static func deepAction(_ depth: Int, _ action: Nest.Action) -> Nest.Action {
    var action = action
    for _ in 0..<depth { action = .below(.element(id: 0, action: action)) }
    return action
  }

  /// The store at the bottom of a chain of child stores.
  @MainActor
  static func lowest(of root: StoreOf<Nest>, _ depth: Int) -> StoreOf<Nest> {
    var store = root
    for _ in 0..<depth {
      guard let below = store.scope(state: \.below, action: \.below)[id: 0] else {
        preconditionFailure("There is a row at each level.")
      }
      store = below
    }
    return store
  }

  // These end the process if a law is broken, or if the stack overflows.

  @MainActor
  static func useDeepStores() async {
    let depth = 10_000
    let root = nested(depth)
    do {
      let bottom = lowest(of: root, depth)
      bottom.send(.add)
      precondition(bottom.n == 1)
    }
    root.send(.add)
    precondition(root.n == 1)
  }

  @MainActor
  static func observeDeepStores() async {
    let depth = 10_000
    let root = nested(depth)
    let bottom = lowest(of: root, depth)
    var seen: [Int] = []
    let token = bottom.observe { seen.append(bottom.n) }
    bottom.send(.add)
    root.send(.add)
    precondition(seen == [0, 1])
    token.cancel()
  }

  @MainActor
  static func sendFromTheDeep() async {
    let depth = 10_000
    let root = nested(depth)
    await root.send(deepAction(depth, .addLater)).finish()
    precondition(root.effects.isEmpty)
    var level = root.withState { $0 }
    for _ in 0..<depth {
      guard let next = level.below.first else { preconditionFailure("There is a row.") }
      level = next
    }
    precondition(level.n == 1)
  }

  @MainActor
  static func leaveDeepPages() async {
    let depth = 10_000
    var state = Page.State()
    for _ in 0..<depth {
      var outer = Page.State()
      outer.next = state
      state = outer
    }
    let root = Store(initialState: state) { Page() }
    var action = Page.Action.start
    for _ in 0..<depth { action = .next(.presented(action)) }
    let task = root.send(action)
    precondition(root.effects.count == 1)
    root.send(.next(.dismiss))
    precondition(root.effects.isEmpty)
    await task.finish()
  }

  @MainActor
  static func endADeepEffect() async {
    let depth = 10_000
    let root = nested(depth)
    let task = root.send(deepAction(depth, .start))
    precondition(root.effects.count == 1)
    root.send(.add)
    precondition(root.effects.count == 1)
    root.send(.clear)
    precondition(root.effects.isEmpty)
    await task.finish()
  }

  @MainActor
  @Suite("Attacked with the macros: depth and volume", .timeLimit(.minutes(5)), .serialized)
  struct Depth {
    @Test("Laws 6 and 9: 10,000 nested merges of a presented child all run")
    func nestedMerges() async {
      let lives = Lives()
      let store = desk(Place.state(), lives: lives)
      await store.send(.shown(.presented(.nest(10_000)))).finish()
      #expect(lives.begun == 10_000)
      #expect(lives.ended == 10_000)
      #expect(store.effects.isEmpty)
    }

    @Test("Law 7: an effect with 10,000 ids is cancelled by the one in the middle")
    func nestedIDs() async {
      let store = desk(Place.state())
      let task = store.send(.rows(.element(id: 1, action: .nestIDs(10_000))))
      #expect(store.effects.count == 1)
      store.send(.rows(.element(id: 2, action: .stopNumber(5_000))))
      #expect(store.effects.count == 1)
      store.send(.rows(.element(id: 1, action: .stopNumber(5_000))))
      #expect(store.effects.isEmpty)
      await task.finish()
    }

    @Test("Law 3: a chain of 10,000 child stores sends, reads and goes")
    func deepStores() async {
      await #expect(processExitsWith: .success) { await useDeepStores() }
    }

    @Test("Law 12: the store at the end of a chain of 10,000 is observed")
    func deepObservers() async {
      await #expect(processExitsWith: .success) { await observeDeepStores() }
    }

    @Test("Law 9: an effect below 10,000 levels sends an action there")
    func deepSend() async {
      await #expect(processExitsWith: .success) { await sendFromTheDeep() }
    }

    @Test("Law 8: an effect on the last of 10,000 pages ends with the first")
    func deepPages() async {
      await #expect(processExitsWith: .success) { await leaveDeepPages() }
    }

    @Test("Law 8: an effect below 10,000 levels lives, and ends with the top")
    func deepEffect() async {
      await #expect(processExitsWith: .success) { await endADeepEffect() }
    }

    @Test("Laws 8 and 12: of 100,000 rows one is told; the effects of all end with them")
    func manyRows() throws {
      let count = 100_000
      var state = Desk.State()
      state.rows = IdentifiedArray(uniqueElements: (0..<count).map { Worker.State(id: $0) })
      let store = desk(state)
      let rows = store.scope(state: \.rows, action: \.rows)
      let (one, two) = (try #require(rows[id: 500]), try #require(rows[id: 501]))
      var (first, second) = ([Int](), [Int]())
      let tokens = [
        one.observe { first.append(one.count) }, two.observe { second.append(two.count) },
      ]
      one.send(.add(1))
      for id in stride(from: 0, to: count, by: 1000) {
        store.send(.rows(.element(id: id, action: .start)))
      }
      #expect(store.effects.count == 100)
      #expect(first == [0, 1])
      #expect(second == [0])
      for token in tokens { token.cancel() }
      change(store) { $0.rows = [] }
      #expect(store.effects.isEmpty)
    }

    @Test("Laws 7 and 9: 100,000 effects of one action end by one id")
    func manyEffects() async {
      let lives = Lives()
      let store = desk { _, action in
        switch action {
        case .begin:
          return .merge(
            (0..<100_000).map { _ in
              Effect<Desk.Action>.run { _ in try await forever() }
            }
          )
          .cancellable(id: "all")
        case .retry:
          return .merge(
            (0..<100_000).map { _ in Effect<Desk.Action>.run { _ in lives.begin() } })
        case .halt:
          return .cancel(id: "all")
        default:
          return .none
        }
      }
      let task = store.send(.begin)
      #expect(store.effects.count == 100_000)
      store.send(.halt)
      #expect(store.effects.isEmpty)
      await task.finish()
      await store.send(.retry).finish()
      #expect(lives.begun == 100_000)
      #expect(store.effects.isEmpty)
    }

    @Test("Law 14: 2,000 presented children leave nothing of their effects")
    func presentedChildrenLeaveNothing() async throws {
      let lives = Lives()
      let store = desk(lives: lives)
      for id in 0..<2000 {
        change(store) { $0.shown = Worker.State(id: id) }
        let child = try #require(store.scope(state: \.$shown, action: \.shown))
        let token = child.observe { _ = child.count }
        child.send(.hold)
        child.send(.add(1))
        token.cancel()
        store.send(.shown(.dismiss))
      }
      #expect(store.effects.isEmpty)
      await lives.until { $0.freed == 2000 }
      #expect(lives.made == 2000)
    }
  }
}
