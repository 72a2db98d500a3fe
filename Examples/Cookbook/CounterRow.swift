import Headrace

/// Teaches the grouped style: `view` for user actions, `inner` for results, `delegate` for the
/// parent.
///
/// The row can count by itself. It doesn't know that it is in a list.
@Reducer
struct CounterRow {
  struct State: Codable, Equatable, Identifiable {
    let id: Int
    var count = 0
    var isCounting = false
  }

  enum Action: Codable, Equatable {
    case view(View)
    case inner(Inner)
    case delegate(Delegate)
  }

  @CasePathable
  enum View: Codable, Equatable {
    case incrementButtonTapped
    case decrementButtonTapped
    case automaticSwitchTapped
    case removeButtonTapped
  }

  @CasePathable
  enum Inner: Codable, Equatable {
    case ticked
  }

  @CasePathable
  enum Delegate: Codable, Equatable {
    case removalRequested
  }

  private enum CancelID { case timer }

  @Dependency(\.continuousClock) private var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(let action):
        return handleViewAction(state: &state, action: action)
      case .inner(.ticked):
        state.count += 1
        return .none
      case .delegate:
        return .none
      }
    }
  }

  private func handleViewAction(state: inout State, action: View) -> Effect<Action> {
    switch action {
    case .incrementButtonTapped:
      state.count += 1
      return .none
    case .decrementButtonTapped:
      state.count -= 1
      return .none
    case .automaticSwitchTapped:
      state.isCounting.toggle()
      guard state.isCounting else { return .cancel(id: CancelID.timer) }
      return .run { [clock] send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.inner(.ticked)) }
      }
      .cancellable(id: CancelID.timer)
    case .removeButtonTapped:
      return .send(.delegate(.removalRequested))
    }
  }
}
