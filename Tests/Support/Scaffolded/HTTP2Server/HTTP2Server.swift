import Headrace

/// Http2 server: what is shown, and what the user does.
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
