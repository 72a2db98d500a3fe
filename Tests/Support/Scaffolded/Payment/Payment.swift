public import Headrace

/// Payment: its state and its actions.
@Reducer
public struct Payment: Sendable {
  /// The state that is shown.
  @ObservableState
  public struct State: Equatable {
    /// Initially `nil`.
    public var note: String?

    /// The state that the feature begins with.
    public init() {}
  }

  /// The actions of the feature.
  public enum Action: Equatable {
    case view(View)
    case delegate(Delegate)
  }

  /// The user's actions.
  @CasePathable
  public enum View: Equatable, Sendable {
    case closeButtonTapped
  }

  /// The actions that the parent receives.
  @CasePathable
  public enum Delegate: Equatable, Sendable {
    case closed
  }

  /// Creates the feature.
  public init() {}

  /// The response to each action.
  public var body: some ReducerOf<Self> {
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
