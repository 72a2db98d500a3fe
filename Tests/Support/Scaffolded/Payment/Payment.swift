public import Headrace

/// Payment: what is shown, and what the user does.
@Reducer
public struct Payment: Sendable {
  /// What is shown.
  @ObservableState
  public struct State: Equatable {
    /// Is `nil` at first.
    public var note: String?

    /// The state that the feature begins with.
    public init() {}
  }

  /// What happens.
  public enum Action: Equatable {
    case view(View)
    case delegate(Delegate)
  }

  /// What the user does.
  @CasePathable
  public enum View: Equatable, Sendable {
    case closeButtonTapped
  }

  /// What the parent is told.
  @CasePathable
  public enum Delegate: Equatable, Sendable {
    case closed
  }

  /// Makes the feature.
  public init() {}

  /// What follows from it.
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
