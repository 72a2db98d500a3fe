import Headrace
import Observation
import Testing

/// Drafts, undo and swaps: copies of a state share its observable identity, and are restored.
@MainActor
@Suite("Law 12, attacked: earlier copies are restored", .timeLimit(.minutes(30)))
struct RestoredCopyAttacks {
  @Test("Law 12: restoring a child's earlier copy notifies its store's and its parent's observers")
  func aChildIsRestored() {
    let store = Easel.store { state, step in
      switch step {
      case 0: state.saved = state.child
      case 1: state.child = state.saved
      default:
        let saved = state.saved
        func restore(_ child: inout Canvas.State) { child = saved }
        restore(&state.child)
      }
    }
    let child = store.scope(state: \.child, action: \.child)
    var (below, above, byState) = ([Int](), [Int](), [Int]())
    let tokens = [
      child.observe { below.append(child.count) },
      store.observe { above.append(store.child.count) },
      store.observe { byState.append(store.state.child.count) },
    ]
    store.send(.step(0))
    child.send(.add(5))
    store.send(.step(1))
    #expect(store.withState { $0.child.count } == 0)
    #expect(below == [0, 5, 0])
    #expect(above == [0, 5, 0])
    #expect(byState.last == 0)
    child.send(.add(7))
    store.send(.step(2))
    #expect(below == [0, 5, 0, 7, 0])
    withExtendedLifetime(tokens) {}
  }

  @Test("Law 12: so does one whose state is Equatable")
  func anEquatableChildIsRestored() {
    let store = Store(initialState: Frame.State()) { Frame() }
    let child = store.scope(state: \.child, action: \.child)
    var (below, above) = ([Int](), [Int]())
    let tokens = [
      child.observe { below.append(child.count) },
      store.observe { above.append(store.child.count) },
    ]
    store.send(.save)
    child.send(5)
    store.send(.restore)
    #expect(below == [0, 5, 0])
    #expect(above == [0, 5, 0])
    withExtendedLifetime(tokens) {}
  }

  @Test("Law 12: restoring a root's earlier copy notifies its observers")
  func aRootIsRestored() {
    var saved: Easel.State?
    let store = Easel.store { state, step in
      switch step {
      case 0: saved = state
      case 1: state.a += 1
      default: state = saved ?? state
      }
    }
    var seen: [Int] = []
    let token = store.observe { seen.append(store.a) }
    for step in [0, 1, 1, 2] { store.send(.step(step)) }
    #expect(seen == [0, 1, 2, 0])
    withExtendedLifetime(token) {}
  }

  @Test("Law 12: restoring earlier copies of a row and an optional child notifies their observers")
  func aRowIsRestored() throws {
    var saved: Canvas.State?
    var state = Easel.State()
    state.rows = [Canvas.State(id: 1), Canvas.State(id: 2, count: 10)]
    let store = Easel.store(state) { state, step in
      switch step {
      case 0: saved = state.rows[id: 1]
      case 1: state.rows[id: 1] = saved
      case 2: state.optional = saved
      default: state.optional?.count += 1
      }
    }
    let row = try #require(store.scope(state: \.rows, action: \.rows)[id: 1])
    var counts: [Int] = []
    let rowToken = row.observe { counts.append(row.count) }
    store.send(.step(0))
    row.send(.add(5))
    store.send(.step(1))
    #expect(counts == [0, 5, 0])
    store.send(.step(2))
    let child = try #require(store.scope(state: \.optional, action: \.optional))
    var childCounts: [Int] = []
    let childToken = child.observe { childCounts.append(child.count) }
    store.send(.step(3))
    store.send(.step(2))
    #expect(childCounts == [0, 1, 0])
    withExtendedLifetime((rowToken, childToken)) {}
  }

  @Test("Law 12: swapping two copies notifies their observers")
  func copiesAreSwapped() {
    let store = Easel.store { state, step in
      switch step {
      case 0:
        state.saved = state.child
        state.saved.count = 9
      case 1:
        var child = state.child
        state.child = state.saved
        swap(&child, &state.saved)
      default:
        let child = state.child
        state.child = state.saved
        state.saved = child
      }
    }
    store.send(.step(0))
    let child = store.scope(state: \.child, action: \.child)
    var seen: [Int] = []
    let token = child.observe { seen.append(child.count) }
    store.send(.step(1))
    store.send(.step(2))
    #expect(seen == [0, 9, 0])
    withExtendedLifetime(token) {}
  }

  @Test("Law 12: editing a draft that is a copy of a row only notifies the draft's observers")
  func aDraftIsNotItsRow() throws {
    var state = Easel.State()
    state.rows = [Canvas.State(id: 1)]
    let store = Easel.store(state) { state, _ in state.optional = state.rows[id: 1] }
    store.send(.step(0))
    let row = try #require(store.scope(state: \.rows, action: \.rows)[id: 1])
    let draft = try #require(store.scope(state: \.optional, action: \.optional))
    var (rowCounts, draftCounts) = ([Int](), [Int]())
    let tokens = [
      row.observe { rowCounts.append(row.count) },
      draft.observe { draftCounts.append(draft.count) },
    ]
    draft.send(.add(1))
    #expect(rowCounts == [0])
    #expect(draftCounts == [0, 1])
    withExtendedLifetime(tokens) {}
  }

  @Test("Law 12: a parent's change of its child notifies the parent's observers of the child")
  func aParentChangesItsChild() {
    let store = Easel.store { state, step in
      switch step {
      case 0: state.child.count += 1
      case 1: state.optional = Canvas.State()
      default: state.optional?.count += 1
      }
    }
    var (counts, optionals) = ([Int](), [Int?]())
    let tokens = [
      store.observe { counts.append(store.child.count) },
      store.observe { optionals.append(store.optional?.count) },
    ]
    for step in [0, 1, 2, 0] { store.send(.step(step)) }
    #expect(counts == [0, 1, 2])
    #expect(optionals == [nil, 0, 1])
    withExtendedLifetime(tokens) {}
  }
}

@Reducer
private struct Frame {
  @ObservableState
  struct Child: Equatable { var count = 0 }

  @ObservableState
  struct State: Equatable {
    var child = Child()
    var saved = Child()
  }

  enum Action {
    case save, restore
    case child(Int)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) {
      Reduce<Child, Int> { state, number in
        state.count += number
        return .none
      }
    }
    Reduce { state, action in
      switch action {
      case .save: state.saved = state.child
      case .restore: state.child = state.saved
      case .child: break
      }
      return .none
    }
  }
}
