import Headrace
import Testing

/// A parent may reduce the actions of its children itself, or ignore them.
///
/// At run time this looks the same as a child whose reducer was forgotten, so neither is reported;
/// the compiler warns of a child that `body` doesn't run, if it sees the whole `body`
/// (`CompileFailureTests`).
@MainActor
@Suite struct UnrunChildTests {
  @Test func aParentReducesForAChildWithoutAScope() throws {
    let store = Store(initialState: Parent.State()) { Parent() }
    let child = store.scope(state: \.child, action: \.child)
    child.send(.tapped)
    child.send(.ignored)
    #expect(store.state.child.count == 1)
  }

  @Test func aParentReducesForAPresentedChildWithoutIfLet() throws {
    let store = Store(initialState: Parent.State(sheet: Child.State())) { Parent() }
    let sheet = try #require(store.scope(state: \.$sheet, action: \.sheet))
    sheet.send(.tapped)
    sheet.send(.ignored)
    #expect(store.state.sheet?.count == 1)
    store.send(.sheet(.dismiss))
    #expect(store.state.sheet == nil)
  }

  @Test func aParentReducesForRowsWithoutForEach() throws {
    let store = Store(initialState: Parent.State(rows: [Child.State(id: 7)])) { Parent() }
    let row = try #require(store.scope(state: \.rows, action: \.rows).first)
    row.send(.tapped)
    row.send(.ignored)
    #expect(store.state.rows[id: 7]?.count == 1)
  }
}

// MARK: - Fixtures

private struct Child {
  struct State: Equatable, Identifiable {
    var id = 0
    var count = 0
  }
  @CasePathable
  enum Action { case tapped, ignored }
}

private struct Parent: Reducer {
  struct State {
    var child = Child.State()
    @PresentationState var sheet: Child.State?
    var rows: IdentifiedArrayOf<Child.State> = []
  }

  @CasePathable
  enum Action {
    case child(Child.Action)
    case sheet(PresentationAction<Child.Action>)
    case rows(IdentifiedAction<Int, Child.Action>)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .child(.tapped): state.child.count += 1
    case .sheet(.presented(.tapped)): state.sheet?.count += 1
    case .sheet(.dismiss): state.sheet = nil
    case .rows(.element(let id, .tapped)): state.rows[id: id]?.count += 1
    case .child(.ignored), .sheet(.presented(.ignored)), .rows(.element(_, .ignored)): break
    }
    return .none
  }
}
