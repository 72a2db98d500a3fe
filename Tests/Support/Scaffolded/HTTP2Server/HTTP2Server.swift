import Headrace

/// Http2 server: its state and its actions.
@Reducer
struct HTTP2Server {
  @ObservableState
  struct State: Equatable {
    var port: Int = 8080
  }

  enum Action: Equatable {
    case view(View)
    case delegate(Delegate)
  }

  /// The user's actions.
  @CasePathable
  enum View: Equatable {
    case closeButtonTapped
  }

  /// The actions that the parent receives.
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
