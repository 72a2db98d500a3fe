import Headrace
import TestEffort
import Testing

/// Rows that are added and removed, each with effects that retain something.
private struct Shelf: Reducer {
  @ObservableState
  struct Row: Identifiable {
    let id: Int
    var title = ""
  }

  @ObservableState
  struct State {
    var rows: IdentifiedArrayOf<Row> = []
    var count = 0
  }

  @CasePathable
  enum Action {
    case add(Int)
    case count
    case hold(Held)
    case letGo
    case remove(Int)
    case rows(IdentifiedAction<Int, RowAction>)
  }

  enum RowAction { case hold(Held), rename(String) }
  enum CancelID { case hold }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .add(let id): state.rows.append(Row(id: id))
      case .count: state.count += 1
      case .hold(let held): return Self.hold(held).cancellable(id: CancelID.hold)
      case .letGo: return .cancel(id: CancelID.hold)
      case .remove(let id): state.rows.remove(id: id)
      case .rows: break
      }
      return .none
    }
    .forEach(\.rows, action: \.rows) {
      Reduce<Row, RowAction> { state, action in
        switch action {
        case .hold(let held):
          return Self.hold(held)
        case .rename(let title):
          state.title = title
          return .none
        }
      }
    }
  }

  /// Returns an effect that only ends when it is cancelled.
  private static func hold<Action>(_ held: Held) -> Effect<Action> {
    .run { _ in
      for await _ in AsyncStream<Never>.makeStream().stream {}
      withExtendedLifetime(held) {}
    }
  }
}

@MainActor
@Suite("Nothing is left after the end", .timeLimit(.minutes(30)))
struct MemoryTests {
  private static let count = Effort.count(10_000)

  @Test("Very many effects started and cancelled leave nothing")
  func effectsLeaveNothing() async {
    let store = Store(initialState: Shelf.State()) { Shelf() }
    let freed = Arrivals()
    for _ in 0..<Self.count {
      let held = Held(freed)
      let task = store.send(.hold(held))
      store.send(.letGo)
      await task.finish()
    }
    #expect(store.effects.isEmpty)
    for _ in 0..<Self.count { await freed.wait() }
  }

  @Test("Very many rows with effects and stores of their own, added and removed, leave nothing")
  func rowsLeaveNothing() async {
    let store = Store(initialState: Shelf.State()) { Shelf() }
    let freed = Arrivals()
    weak var lastRow: Store<Shelf.Row, Shelf.RowAction>?
    for id in 0..<Self.count {
      let held = Held(freed)
      store.send(.add(id))
      let row = store.scope(state: \.rows, action: \.rows).first
      lastRow = row
      row?.send(.rename("\(id)"))
      #expect(row?.title == "\(id)")
      let task = row?.send(.hold(held))
      store.send(.remove(id))
      await task?.finish()
    }
    #expect(store.effects.isEmpty)
    #expect(lastRow == nil)
    for _ in 0..<Self.count { await freed.wait() }
  }

  @Test("A store lets go of its features with it, of children and of those that call themselves")
  func featuresAreFreed() async {
    let freed = Arrivals()
    do {
      let store = Store(initialState: Frame.State()) { Frame(held: Held(freed)) }
      store.send(.picture(3))
      #expect(store.state.picture == 3)
    }
    await freed.wait()
  }

  @Test("Very many observations, begun and dropped, leave nothing and are not notified")
  func observationsLeaveNothing() async {
    let store = Store(initialState: Shelf.State()) { Shelf() }
    let freed = Arrivals()
    var runCount = 0
    for _ in 0..<Self.count {
      let held = Held(freed)
      let token = store.observe { [unowned store] in
        withExtendedLifetime(held) { runCount += store.count >= 0 ? 1 : 0 }
      }
      token.cancel()
    }
    store.send(.count)
    #expect(runCount == Self.count)
    for _ in 0..<Self.count { await freed.wait() }
  }

  @Test("A store whose actor is released while effects are throttled frees its state")
  func anOpenThrottleFreesTheState() async {
    let freed = Arrivals()
    do {
      let store = StoreActor<[Held], Int>(initialState: [Held(freed)]) {
        Reduce<[Held], Int> { _, _ in
          .run { _ in }.throttle(
            id: 0, for: .seconds(3_600), clock: ContinuousClock(), latest: true)
        }
      }
      await store.send(1)
      await store.send(2)
      #expect(await store.effects.count > 0)
    }
    await freed.wait()
  }

  @Test("A store released in the middle of its effects frees their objects")
  func aDroppedStoreFreesWhatItsEffectsHold() async {
    let freed = Arrivals()
    var tasks: [StoreTask] = []
    do {
      let store = Store(initialState: Shelf.State()) { Shelf() }
      for id in 0..<100 {
        let held = Held(freed)
        store.send(.add(id))
        tasks.append(store.send(.rows(.element(id: id, action: .hold(held)))))
      }
      #expect(store.effects.count == 100)
    }
    for task in tasks { await task.finish() }
    tasks = []
    for _ in 0..<100 { await freed.wait() }
  }
}

/// A feature with a child that calls itself by hand, as often as its action says.
private struct Frame: Reducer {
  struct State: Equatable { var picture = 0 }

  @CasePathable
  enum Action { case picture(Int) }

  let held: Held

  var body: some ReducerOf<Self> {
    Scope(state: \.picture, action: \.picture) { Picture(held: held) }
  }

  struct Picture: Reducer {
    let held: Held

    var body: some Reducer<Int, Int> {
      Reduce { state, action in
        guard action > 0 else { return .none }
        state += 1
        return reduce(into: &state, action: action - 1)
      }
    }
  }
}
