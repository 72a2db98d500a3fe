import Headrace
import HeadraceCompatibility
import Testing

/// Law 8: a child that is copied out, changed and assigned back is the same child.
@Suite struct SameChildTests {
  @Reducer struct Child {
    @ObservableState struct State: Equatable { var count = 0 }
    enum Action { case started, ended }
    var body: some ReducerOf<Self> {
      Reduce { _, action in
        switch action {
        case .started: return .run { _ in try await Task.never() }
        case .ended: return .none
        }
      }
    }
  }

  @Reducer struct Row {
    struct State: Equatable, Identifiable {
      let id: Int
      var count = 0
    }
    enum Action { case started }
    var body: some ReducerOf<Self> {
      Reduce { _, _ in .run { _ in try await Task.never() } }
    }
  }

  @Reducer struct Parent {
    @ObservableState struct State: Equatable {
      @Presents var child: Child.State?
      @Presents var row: Row.State?
    }
    enum Action {
      case child(PresentationAction<Child.Action>), row(PresentationAction<Row.Action>)
      case changed, presentedAnew, rowChanged, rowReplaced
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .changed:
          var copy = state.child
          copy?.count += 1
          state.child = copy
        case .presentedAnew: state.child = Child.State()
        case .rowChanged: state.row = Row.State(id: 1, count: 7)
        case .rowReplaced: state.row = Row.State(id: 2)
        case .child, .row: break
        }
        return .none
      }
      .ifLet(\.$child, action: \.child) { Child() }
      .ifLet(\.$row, action: \.row) { Row() }
    }
  }

  @MainActor
  @Test func law8ACopyOfAnObservableChildThatIsPutBackKeepsItsEffects() {
    let store = Store(initialState: Parent.State(child: Child.State())) { Parent() }
    store.send(.child(.presented(.started)))
    store.send(.changed)
    #expect(store.child?.count == 1)
    #expect(store.effects.count == 1)
    store.send(.presentedAnew)
    #expect(store.effects.isEmpty)
  }

  @MainActor
  @Test func law8AChildWithTheSameIDKeepsItsEffects() {
    let store = Store(initialState: Parent.State(row: Row.State(id: 1))) { Parent() }
    store.send(.row(.presented(.started)))
    store.send(.rowChanged)
    #expect(store.row?.count == 7)
    #expect(store.effects.count == 1)
    store.send(.rowReplaced)
    #expect(store.effects.isEmpty)
  }
}
