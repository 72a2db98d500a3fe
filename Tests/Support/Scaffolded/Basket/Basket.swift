public import Headrace

/// Basket: its state and its actions.
@Reducer
public struct Basket: Sendable {
  /// The state that is shown.
  @ObservableState
  public struct State: Equatable {
    /// The current stage of loading.
    public var phase = Phase.idle

    /// The state that the feature begins with.
    public init() {}
  }

  /// The stages of loading.
  public enum Phase: Equatable, Sendable {
    case idle
    case loading
    case loaded([String])
    case failed
  }

  /// The actions of the feature.
  public enum Action: Equatable {
    case view(View)
    case inner(Inner)
    case delegate(Delegate)
  }

  /// The user's actions.
  @CasePathable
  public enum View: Equatable, Sendable {
    case appeared
    case closeButtonTapped
  }

  /// Results of effects.
  @CasePathable
  public enum Inner: Equatable, Sendable {
    case loaded([String])
    case loadingFailed
  }

  /// The actions that the parent receives.
  @CasePathable
  public enum Delegate: Equatable, Sendable {
    case closed
  }

  @Dependency(\.basketClient) private var client

  /// Creates the feature.
  public init() {}

  /// The response to each action.
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(let action):
        return handleViewAction(state: &state, action: action)
      case .inner(.loaded(let items)):
        state.phase = .loaded(items)
        return .none
      case .inner(.loadingFailed):
        state.phase = .failed
        return .none
      case .delegate:
        return .none
      }
    }
  }

  private func handleViewAction(state: inout State, action: View) -> Effect<Action> {
    switch action {
    case .appeared:
      guard state.phase != .loading else { return .none }
      state.phase = .loading
      return .run { [client] send in
        await send(.inner(.loaded(try await client.load())))
      } catch: { _, send in
        await send(.inner(.loadingFailed))
      }
    case .closeButtonTapped:
      return .send(.delegate(.closed))
    }
  }
}
