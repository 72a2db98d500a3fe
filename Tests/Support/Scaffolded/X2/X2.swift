import Headrace

/// X2: what is shown, and what the user does.
@Reducer
struct X2 {
  @ObservableState
  struct State: Equatable {
    var phase = Phase.idle
  }

  /// How far loading is.
  enum Phase: Equatable {
    case idle
    case loading
    case loaded([String])
    case failed
  }

  enum Action: Equatable {
    case view(View)
    case inner(Inner)
    case delegate(Delegate)
  }

  /// What the user does.
  @CasePathable
  enum View: Equatable {
    case appeared
    case closeButtonTapped
  }

  /// What comes back.
  @CasePathable
  enum Inner: Equatable {
    case loaded([String])
    case loadingFailed
  }

  /// What the parent is told.
  @CasePathable
  enum Delegate: Equatable {
    case closed
  }

  @Dependency(\.x2Client) private var client

  var body: some ReducerOf<Self> {
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
