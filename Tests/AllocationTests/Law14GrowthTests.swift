import CAllocationCount
import Headrace
import Testing

/// Thousands of actions and stores, after which as much memory is in use as before.
@MainActor
@Suite("Law 14, attacked: memory", .enabled(if: allocation_count_is_available()), .serialized)
struct Law14GrowthTests {
  /// Less than a byte for each run.
  private static let limit: Int64 = 1_500

  @Test func theMeasureSeesWhatIsKept() {
    var kept: [[Int]] = []
    #expect(growth { kept.append([$0]) } > 2_000 * 16)
    #expect(growth { kept = [[$0]] } < Self.limit)
  }

  @Test("Law 14: actions leave nothing")
  func actionsLeaveNothing() {
    let store = Gallery.store()
    #expect(growth { _ in store.send(.step(0)) } < Self.limit)
  }

  @Test("Law 14: .send effects leave nothing")
  func sendsLeaveNothing() {
    let store = Gallery.store()
    #expect(growth { _ in store.send(.stepLater) } < Self.limit)
    #expect(store.withState { $0.b } == 2_500)
  }

  @Test("Law 14: reducers that are made for each action leave nothing")
  func recreatedReducersLeaveNothing() {
    let store = Store(initialState: Gallery.State()) {
      Reduce<Gallery.State, Gallery.Action> { state, action in
        let step = state.b
        return Gallery { state, _ in state.b = step + 1 }.reduce(into: &state, action: action)
      }
    }
    #expect(growth(in: 500) { _ in store.send(.step(0)) } < Self.limit)
    #expect(store.withState { $0.b } == 625)
  }

  @Test("Law 14: stores leave nothing when they are dropped, nor do their observers")
  func storesLeaveNothing() {
    let bytes = growth { _ in
      let store = Gallery.store()
      let child = store.scope(state: \.child, action: \.child)
      let token = store.observe { [weak store, weak child] in
        _ = store?.b
        _ = child?.count
      }
      store.send(.step(0))
      child.send(.add)
      withExtendedLifetime(token) {}
    }
    #expect(bytes < Self.limit)
  }
}

/// A feature whose test defines the changes of its state; everything observable.
@Reducer
struct Gallery {
  @ObservableState
  struct State {
    var a = 0
    var b = 0
    var child = Painting.State(id: 0)
    var rows: IdentifiedArrayOf<Painting.State> = []
  }

  enum Action {
    case step(Int), stepLater
    case child(Painting.Action)
    case rows(IdentifiedActionOf<Painting>)
  }

  let change: (inout State, Int) -> Void

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Painting() }
    Reduce { state, action in
      switch action {
      case .step(let step): change(&state, step)
      case .stepLater: return .send(.step(0))
      case .child, .rows: break
      }
      return .none
    }
    .forEach(\.rows, action: \.rows) { Painting() }
  }

  @MainActor
  static func store(
    _ change: @escaping (inout State, Int) -> Void = { state, _ in state.b += 1 }
  ) -> StoreOf<Gallery> {
    Store(initialState: State()) { Gallery(change: change) }
  }
}

@Reducer
struct Painting {
  @ObservableState
  struct State: Identifiable {
    let id: Int
    var count = 0
  }

  enum Action { case add }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    return .none
  }
}
