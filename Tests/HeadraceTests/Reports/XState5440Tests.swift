import Headrace
import Testing

/// XState, #5440: the id of a nested child was not free once its parent had stopped.
@MainActor
@Suite("XState #5440: the id of a nested child's effect", .timeLimit(.minutes(30)))
struct XState5440Tests {
  struct Leaf: Reducer {
    struct State: Equatable { var begun = 0 }
    @CasePathable
    enum Action { case start, begun }
    let lives: Lives

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .start:
        return .run { [lives] send in
          lives.begin()
          await send(.begun)
          await Gate().pass()
          lives.end()
        }
        .cancellable(id: "work")
      case .begun:
        state.begun += 1
        return .none
      }
    }
  }

  struct Middle: Reducer {
    struct State: Equatable { var leaf: Leaf.State? = Leaf.State() }
    @CasePathable
    enum Action { case leaf(Leaf.Action) }
    let lives: Lives

    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.leaf, action: \.leaf) { Leaf(lives: lives) }
    }
  }

  struct Top: Reducer {
    struct State: Equatable { @Presents var middle: Middle.State? }
    @CasePathable
    enum Action {
      case middle(PresentationAction<Middle.Action>)
      case stop, start, restart, cancel
    }
    let lives: Lives

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .stop: state.middle = nil
        case .start: state.middle = Middle.State()
        case .restart:
          state.middle = nil
          state.middle = Middle.State()
          return .send(.middle(.presented(.leaf(.start))))
        case .cancel: return .cancel(id: "work")
        case .middle: break
        }
        return .none
      }
      .ifLet(\.$middle, action: \.middle) { Middle(lives: lives) }
    }
  }

  @Test("It is free once its parent has stopped, even within one action", arguments: [true, false])
  func theIDIsFree(isOneAction: Bool) async {
    let lives = Lives()
    let store = Store(initialState: Top.State()) { Top(lives: lives) }
    store.send(.start)
    let first = store.send(.middle(.presented(.leaf(.start))))
    await lives.begun(1)
    for round in 2...10 {
      if isOneAction {
        store.send(.restart)
      } else {
        store.send(.stop)
        #expect(store.effects.isEmpty)
        store.send(.start)
        store.send(.middle(.presented(.leaf(.start))))
      }
      await lives.begun(round)
      #expect(store.effects.count == 1)
    }
    await first.finish()
    await lives.ended(9)
    store.send(.cancel)
    #expect(store.effects.isEmpty)
    await lives.ended(10)
  }
}
