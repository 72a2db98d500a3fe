import Headrace
import Testing

/// Rows, boxes with their own rows, and a way to remove them.
private struct Hall: Reducer {
  struct Row: Identifiable {
    let id: String
    var inner: IdentifiedArrayOf<Box> = []
  }
  struct Box: Identifiable { let id: String }

  struct State {
    var rows: IdentifiedArrayOf<Row> = []
    var choice = Choice.row(Row(id: "choice"))
  }

  @CasePathable
  enum Choice { case row(Row), nothing }

  @CasePathable
  enum Action {
    case cancel
    case remove(Set<String>)
    case removeInner
    case rows(IdentifiedActionOf<Shelf>)
    case choice(Shelf.Action)
    case startAll(Int)
  }
  enum CancelID { case work }

  struct Shelf: Reducer {
    typealias State = Row
    @CasePathable
    enum Action { case start, inner(IdentifiedAction<String, Void>) }

    var body: some Reducer<Row, Action> {
      Reduce { _, action in if case .start = action { work() } else { .none } }
        .forEach(\.inner, action: \.inner) { Reduce { _, _ in work() } }
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .cancel: return .cancel(id: CancelID.work)
      case .remove(let ids): state.rows.removeAll { ids.contains($0.id) }
      case .removeInner:
        for id in state.rows.ids { state.rows[id: id]?.inner = [] }
        state.choice.modify(\.row) { $0.inner = [] }
      case .startAll(let count):
        return .merge((0..<count).map { .send(.rows(.element(id: "\($0)", action: .start))) })
      case .rows, .choice: break
      }
      return .none
    }
    .forEach(\.rows, action: \.rows) { Shelf() }
    Scope(state: \.choice, action: \.self) {
      EmptyReducer().ifCaseLet(\.row, action: \.choice) { Shelf() }
    }
  }

  static func work<Action>() -> Effect<Action> {
    .run { _ in for await _ in AsyncStream<Never>.makeStream().stream {} }
      .cancellable(id: CancelID.work)
  }
}

private func work<Action>() -> Effect<Action> { Hall.work() }

/// Reads the state of the store whenever an effect is cancelled.
private final class Reader: StoreInstrument {
  typealias State = Hall.State
  typealias Action = Hall.Action

  weak var store: StoreOf<Hall>?
  var seenRowCounts: [Int] = []
  var seenChoices: [Bool] = []

  func effectCancelled(_ effect: EffectInfo) {
    guard let store else { return }
    seenRowCounts.append(store.withState { $0.rows.count })
    seenChoices.append(store.withState { $0.choice[case: \.row]?.inner.isEmpty ?? false })
  }
}

/// Rows are found by hashes that differ from run to run; the events about them must not.
@MainActor
@Suite("Effects are cancelled and listed in the order in which they started")
struct CancellationOrderTests {
  private static let count = 100

  /// Returns a store with an effect in each row and, started afterwards from the last to the first,
  /// one in each row's inner row.
  private static func makeStore() -> (StoreOf<Hall>, EffectSpy<Hall.State, Hall.Action>) {
    let rows = (0..<count).map { Hall.Row(id: "\($0)", inner: [Hall.Box(id: "x")]) }
    let store = Store(initialState: Hall.State(rows: IdentifiedArray(uniqueElements: rows))) {
      Hall()
    }
    let spy = EffectSpy<Hall.State, Hall.Action>()
    store.instrument = spy
    for number in 0..<count { store.send(.rows(.element(id: "\(number)", action: .start))) }
    for number in (0..<count).reversed() {
      store.send(
        .rows(.element(id: "\(number)", action: .inner(.element(id: "x", action: ())))))
    }
    return (store, spy)
  }

  @Test func effectsOfManyRowsAreListedInOrder() {
    let (store, spy) = Self.makeStore()
    #expect(store.effects.map(\.id) == spy.started)
    #expect(spy.started.map(\.rawValue) == Array(1...UInt64(2 * Self.count)))
    #expect(store.effects[Self.count].path.last?.hasSuffix("[x]") == true)
  }

  @Test func anIDIsCancelledInOrder() {
    let (store, spy) = Self.makeStore()
    store.send(.cancel)
    #expect(spy.cancelled == spy.started)
  }

  @Test func rowsThatLeaveTogetherEndInOrder() {
    let (store, spy) = Self.makeStore()
    store.send(.remove(Set((10..<Self.count).map { "\($0)" })))
    let kept = store.effects.map(\.id)
    #expect(kept.count == 20)
    #expect(spy.cancelled == spy.started.filter { !kept.contains($0) })
  }

  @Test func innerRowsThatLeaveTogetherEndInOrder() {
    let (store, spy) = Self.makeStore()
    store.send(.removeInner)
    #expect(spy.cancelled == Array(spy.started[Self.count...]))
  }

  @Test func effectsOfAnActionAreCancelledInOrder() async {
    let (store, spy) = Self.makeStore()
    let task = store.send(.startAll(Self.count))
    let started = Array(spy.started[(2 * Self.count)...])
    #expect(started.count == Self.count)
    await task.cancel()
    #expect(spy.cancelled == started)
  }

  /// While the store searches for lost effects, parts of the state are moved out to be changed in
  /// place.
  ///
  /// An instrument that read the state when it was notified of a cancelled effect found
  /// uninitialised memory.
  @Test func anInstrumentMayReadTheStateWhenItIsNotified() {
    let inner = Hall.Row(id: "choice", inner: [Hall.Box(id: "x")])
    let store = Store(initialState: Hall.State(rows: [inner], choice: .row(inner))) { Hall() }
    let reader = Reader()
    reader.store = store
    store.instrument = reader
    store.send(.choice(.inner(.element(id: "x", action: ()))))
    store.send(.rows(.element(id: "choice", action: .inner(.element(id: "x", action: ())))))
    store.send(.removeInner)
    #expect(reader.seenRowCounts == [1, 1])
    #expect(reader.seenChoices == [true, true])
  }
}
