import Headrace

/// Feed: its state and its actions.
@Reducer
struct Feed {
  @ObservableState
  struct State: Equatable {
    var title: String = ""
    var phase = Phase.idle
  }

  /// The stages of loading.
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

  /// The user's actions.
  @CasePathable
  enum View: Equatable {
    case appeared
    case refreshPulled
    case closeButtonTapped
  }

  /// Results of effects.
  @CasePathable
  enum Inner: Equatable {
    case loaded([String])
    case loadingFailed
  }

  /// The actions that the parent receives.
  @CasePathable
  enum Delegate: Equatable {
    case closed
  }

  @Dependency(\.feedClient) private var client

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
    case .refreshPulled:
      return .none
    case .closeButtonTapped:
      return .send(.delegate(.closed))
    }
  }
}
