import Headrace

/// A: what is shown, and what the user does.
@Reducer
struct A {
  @ObservableState
  struct State: Equatable {
    // What is shown.
  }

  enum Action: Equatable {
    case view(View)
    case delegate(Delegate)
  }

  /// What the user does.
  @CasePathable
  enum View: Equatable {
    case closeButtonTapped
  }

  /// What the parent is told.
  @CasePathable
  enum Delegate: Equatable {
    case closed
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(let action):
        return handleViewAction(state: &state, action: action)
      case .delegate:
        return .none
      }
    }
  }

  private func handleViewAction(state: inout State, action: View) -> Effect<Action> {
    switch action {
    case .closeButtonTapped:
      return .send(.delegate(.closed))
    }
  }
}
