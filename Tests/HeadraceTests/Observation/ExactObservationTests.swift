import Headrace
import Testing

/// Children in the cases of enums, and copies of the whole state.
@Reducer
private struct Camp {
  @ObservableState
  struct State {
    var first = Cabin.State.empty
    var second = Cabin.State.empty
    var x = 0
    var y = 0
    var history: [State] = []

    /// Reads a field of a copy.
    var earlierX: Int? { history.first?.x }
  }

  @CasePathable
  enum Action {
    case change((inout State) -> Void)
    case changeBoth((inout State) -> Void, (inout State) -> Void)
    case first(Cabin.Action)
    case second(Cabin.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.first, action: \.first) { Cabin() }
    Scope(state: \.second, action: \.second) { Cabin() }
    Reduce { state, action in
      switch action {
      case .change(let change): change(&state)
      case .changeBoth(let first, let second):
        first(&state)
        return .send(.change(second))
      case .first, .second: break
      }
      return .none
    }
  }
}

@Reducer
private struct Cabin {
  @ObservableState
  @CasePathable
  enum State {
    case lamp(Lantern.State)
    case chair(Lantern.State)
    case empty
    case full

    /// The whole payload, of which no field is read here.
    var light: Lantern.State? { if case .lamp(let lamp) = self { lamp } else { nil } }
  }

  @CasePathable
  enum Action {
    case become(State)
    case lamp(Lantern.Action)
    case chair(Lantern.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .become(let new) = action { state = new }
      return .none
    }
    .ifCaseLet(\.lamp, action: \.lamp) { Lantern() }
    .ifCaseLet(\.chair, action: \.chair) { Lantern() }
  }
}

@Reducer
private struct Lantern {
  @ObservableState
  struct State {
    var a = 0
    var b = 0
  }

  @CasePathable
  enum Action {
    case a(Int)
    case b(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .a(let value): state.a = value
      case .b(let value): state.b = value
      }
      return .none
    }
  }
}

/// Runs a test's code before an action is reduced, and after it.
private final class Hook: StoreInstrument {
  typealias State = Camp.State
  typealias Action = Camp.Action
  /// The code, by the number of the action.
  var before: [Int: () -> Void] = [:]
  var after: [Int: () -> Void] = [:]
  private var receivedCount = 0
  private var reducedCount = 0

  func actionReceived(_ action: Action, id: ActionID, origin: ActionOrigin) {
    receivedCount += 1
    before.removeValue(forKey: receivedCount)?()
  }

  func actionReduced(_ action: Action, id: ActionID, state: State) {
    reducedCount += 1
    after.removeValue(forKey: reducedCount)?()
  }
}

/// Counts the notifications of an observer.
@MainActor
private final class Told {
  private var count = -1
  private var token: ObserveToken?

  init(_ store: StoreOf<Camp>, _ read: @escaping () -> Void) {
    token = store.observe { [weak self] in
      read()
      self?.count += 1
    }
    count = 0
  }

  /// Returns the number of notifications since the last call.
  func take() -> Int {
    defer { count = 0 }
    return count
  }

  func cancel() { token?.cancel() }
}

@MainActor
@Suite("Law 12: only observers of changed fields are notified, and once")
struct ExactObservationTests {
  private static func makeStore(_ state: Camp.State = Camp.State()) -> StoreOf<Camp> {
    Store(initialState: state) { Camp() }
  }

  // MARK: - Children in Cases

  @Test("Law 12: a child in a case is looked for; only its coming and going count")
  func lookingForACase() {
    let store = Self.makeStore()
    let first = store.scope(state: \.first, action: \.first)
    let second = store.scope(state: \.second, action: \.second)
    let told = [
      Told(store) { _ = first.scope(state: \.lamp, action: \.lamp) },
      Told(store) { _ = first.scope(state: \.chair, action: \.chair) },
      Told(store) { _ = second.scope(state: \.lamp, action: \.lamp) },
    ]
    func take() -> [Int] { told.map { $0.take() } }
    store.send(.first(.become(.full)))
    #expect(take() == [0, 0, 0])
    store.send(.change { $0.first = .empty })
    #expect(take() == [0, 0, 0])
    store.send(.first(.become(.lamp(Lantern.State()))))
    #expect(take() == [1, 0, 0])
    store.send(.first(.lamp(.a(1))))
    store.send(.change { $0.first.modify(\.lamp) { $0.a = 2 } })
    #expect(take() == [0, 0, 0])
    store.send(.change { $0.first = .lamp(Lantern.State()) })
    #expect(take() == [1, 0, 0])
    store.send(.first(.become(.chair(Lantern.State()))))
    #expect(take() == [1, 1, 0])
    store.send(.change { ($0.first, $0.second) = ($0.second, $0.first) })
    #expect(take() == [0, 1, 0])
    for told in told { told.cancel() }
    #expect(store.observationCounts == [0, 0, 0])
  }

  @Test("Law 12: a field of a child in a case, read from its store, only notifies of itself")
  func aFieldInACase() {
    let store = Self.makeStore()
    let first = store.scope(state: \.first, action: \.first)
    let told = Told(store) { _ = first.scope(state: \.lamp, action: \.lamp)?.a }
    store.send(.first(.become(.lamp(Lantern.State()))))
    #expect(told.take() == 1)
    store.send(.first(.lamp(.b(1))))
    store.send(.change { $0.first.modify(\.lamp) { $0.b = 2 } })
    store.send(
      .change { state in
        guard case .lamp(var lamp) = state.first else { return }
        lamp.b = 3
        state.first = .lamp(lamp)
      })
    #expect(told.take() == 0)
    store.send(.first(.lamp(.a(1))))
    #expect(told.take() == 1)
    store.send(.change { $0.first.modify(\.lamp) { $0.a = 2 } })
    #expect(told.take() == 1)
    told.cancel()
    #expect(store.observationCounts == [0, 0, 0])
  }

  @Test("Law 12: a property that returns a case's whole payload notifies of every field in it")
  func aWholePayload() {
    let store = Self.makeStore()
    let first = store.scope(state: \.first, action: \.first)
    let told = Told(store) { _ = first.light }
    store.send(.first(.become(.lamp(Lantern.State()))))
    #expect(told.take() == 1)
    store.send(.first(.lamp(.b(1))))
    #expect(told.take() == 1)
    told.cancel()
  }

  @Test("Law 14: looking for a child in a case leaves nothing behind")
  func lookingAgain() {
    let store = Self.makeStore()
    let first = store.scope(state: \.first, action: \.first)
    let told = Told(store) {
      _ = first.scope(state: \.lamp, action: \.lamp)
      _ = store.x
    }
    let counts = store.observationCounts
    for x in 1...100 { store.send(.change { $0.x = x }) }
    #expect(told.take() == 100)
    #expect(store.observationCounts == counts)
    told.cancel()
    #expect(store.observationCounts == [0, 0, 0])
  }

  // MARK: - Copies Within

  @Test("Law 12: a field of a copy that the state contains is not the state's own")
  func aCopyWithin() {
    let store = Self.makeStore()
    store.send(.change { $0.history = [$0] })
    let told = Told(store) { _ = store.earlierX }
    store.send(.change { $0.x = 1 })
    #expect(told.take() == 0)
    store.send(.change { $0.history[0].x = 2 })
    #expect(told.take() == 1)
    told.cancel()
  }

  // MARK: - In the Middle of a Queue

  @Test("Law 12: an observer added between two actions is only notified of the second")
  func comingBetweenActions() {
    for isObserved in [false, true] {
      let store = Self.makeStore()
      let hook = Hook()
      store.instruments = [hook]
      let other = isObserved ? Told(store) { _ = store.x } : nil
      var told: [Told] = []
      hook.before[2] = {
        told = [Told(store) { _ = store.x }, Told(store) { _ = store.y }]
      }
      store.send(.changeBoth({ $0.x = 1 }, { $0.y = 1 }))
      #expect(told.map { $0.take() } == [0, 1])
      #expect(other?.take() ?? 1 == 1)
      store.send(.changeBoth({ $0.x = 2 }, { $0.x = 3 }))
      #expect(told.map { $0.take() } == [1, 0])
      #expect(other?.take() ?? 1 == 1)
      for token in told { token.cancel() }
      other?.cancel()
      #expect(store.observationCounts == [0, 0, 0])
    }
  }

  @Test("Law 12: an observer added after the last action of a queue is not notified")
  func comingAfterTheLastAction() {
    let store = Self.makeStore()
    let hook = Hook()
    store.instruments = [hook]
    let other = Told(store) { _ = store.x }
    var told: Told?
    hook.after[1] = { told = Told(store) { _ = store.x } }
    store.send(.change { $0.x = 1 })
    #expect(told?.take() == 0)
    #expect(other.take() == 1)
    store.send(.change { $0.x = 2 })
    #expect(told?.take() == 1)
    #expect(other.take() == 1)
  }

  @Test("Law 12: an observer added after the whole state was replaced is not notified")
  func comingAfterAReplacement() {
    let store = Self.makeStore()
    let hook = Hook()
    store.instruments = [hook]
    let other = Told(store) { _ = store.x }
    var told: Told?
    hook.before[2] = { told = Told(store) { _ = store.x } }
    store.send(.changeBoth({ $0 = Camp.State() }, { $0.y = 1 }))
    #expect(told?.take() == 0)
    #expect(other.take() == 1)
  }
}
