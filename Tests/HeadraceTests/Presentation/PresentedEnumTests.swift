import Headrace
import HeadraceCompatibility
import Testing

/// Law 8 for a child in a case: one that is presented again with the same id is the same child.
@Suite struct PresentedEnumTests {
  @Reducer struct Child {
    struct State: Equatable, Identifiable {
      let id: Int
      var count = 0
    }
    enum Action: Equatable { case started }
    var body: some ReducerOf<Self> {
      Reduce { _, _ in .run { _ in try await Task.never() } }
    }
  }

  @Reducer enum Generated {
    case child(Child), other(Child)
  }

  struct HandWritten: Reducer {
    @CasePathable enum State: Equatable { case child(Child.State), other(Child.State) }
    @CasePathable enum Action { case child(Child.Action), other(Child.Action) }
    var body: some ReducerOf<Self> {
      EmptyReducer()
        .ifCaseLet(\.child, action: \.child) { Child() }
        .ifCaseLet(\.other, action: \.other) { Child() }
    }
  }

  enum Change: CaseIterable { case sameID, otherID, otherCase, sameIDInTwoSteps }

  @Reducer struct Parent {
    @ObservableState struct State {
      @Presents var generated: Generated.State?
      @Presents var handWritten: HandWritten.State?
      var plain: Generated.State?
      var path = StackState<Generated.State>()
    }
    enum Action {
      case generated(PresentationAction<Generated.Action>)
      case handWritten(PresentationAction<HandWritten.Action>)
      case plain(Generated.Action)
      case path(StackActionOf<Generated>)
      case changed(Change)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        guard case .changed(let change) = action else { return .none }
        switch change {
        case .sameID:
          set(&state, .child(Child.State(id: 1, count: 5)), .child(Child.State(id: 1, count: 5)))
        case .otherID:
          set(&state, .child(Child.State(id: 2)), .child(Child.State(id: 2)))
        case .otherCase:
          set(&state, .other(Child.State(id: 1)), .other(Child.State(id: 1)))
        case .sameIDInTwoSteps:
          let (generated, handWritten) = (state.generated, state.handWritten)
          set(&state, .child(Child.State(id: 1, count: 5)), .child(Child.State(id: 1, count: 5)))
          state.generated = generated
          state.handWritten = handWritten
        }
        return .none
      }
      .ifLet(\.$generated, action: \.generated)
      .ifLet(\.$handWritten, action: \.handWritten) { HandWritten() }
      .ifLet(\.plain, action: \.plain) { Generated.body }
      .forEach(\.path, action: \.path)
    }

    private func set(
      _ state: inout State, _ generated: Generated.State, _ handWritten: HandWritten.State
    ) {
      state.generated = generated
      state.handWritten = handWritten
      state.plain = generated
      state.path[id: 0] = generated
    }
  }

  @MainActor
  @Test(arguments: Change.allCases)
  func law8AChildInACaseIsKnownByItsID(change: Change) {
    var state = Parent.State()
    let child = Child.State(id: 1)
    (state.generated, state.handWritten) = (.child(child), .child(child))
    state.plain = .child(child)
    state.path[id: 0] = .child(child)
    let store = Store(initialState: state) { Parent() }
    store.send(.generated(.presented(.child(.started))))
    store.send(.handWritten(.presented(.child(.started))))
    store.send(.plain(.child(.started)))
    store.send(.path(.element(id: 0, action: .child(.started))))
    #expect(store.effects.count == 4)
    store.send(.changed(change))
    switch change {
    case .sameID, .sameIDInTwoSteps: #expect(store.effects.count == 4)
    case .otherID, .otherCase: #expect(store.effects.isEmpty)
    }
  }
}
