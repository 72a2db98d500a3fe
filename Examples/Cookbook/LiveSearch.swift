import Headrace

/// Teaches `debounce`, and errors as state: a search that starts when the typing pauses.
///
/// A new letter ends the previous search, whether it is waiting or running. A failure is a value of
/// this feature; the client's error stays in the effect.
@Reducer
struct LiveSearch {
  struct State: Equatable {
    var query = ""
    var phase = Phase.idle
  }

  /// The progress of the search.
  enum Phase: Equatable {
    case idle
    case searching
    case found([String])
    case failed(Failure)
  }

  /// The failures that are shown to the user.
  enum Failure: Equatable {
    case offline
    case unavailable
  }

  enum Action: Equatable {
    case view(View)
    case inner(Inner)
  }

  @CasePathable
  enum View: Equatable {
    case queryChanged(String)
    case clearButtonTapped
    case retryButtonTapped
  }

  @CasePathable
  enum Inner: Equatable {
    case found([String])
    case failed(Failure)
  }

  private enum CancelID { case search }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.searchIndex) private var index

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(.queryChanged(let query)):
        state.query = query
        guard !query.isEmpty else { return clear(&state) }
        return search(&state).debounce(
          id: CancelID.search, for: .milliseconds(300), clock: clock)
      case .view(.clearButtonTapped):
        return clear(&state)
      case .view(.retryButtonTapped):
        guard case .failed = state.phase else { return .none }
        return search(&state).cancellable(id: CancelID.search, cancelInFlight: true)
      case .inner(.found(let titles)):
        state.phase = .found(titles)
        return .none
      case .inner(.failed(let failure)):
        state.phase = .failed(failure)
        return .none
      }
    }
  }

  private func clear(_ state: inout State) -> Effect<Action> {
    state = State()
    return .cancel(id: CancelID.search)
  }

  private func search(_ state: inout State) -> Effect<Action> {
    state.phase = .searching
    return .run { [index, query = state.query] send in
      await send(.inner(.found(try await index.titles(matching: query))))
    } catch: { error, send in
      await send(.inner(.failed(error is SearchIndex.Offline ? .offline : .unavailable)))
    }
  }
}
