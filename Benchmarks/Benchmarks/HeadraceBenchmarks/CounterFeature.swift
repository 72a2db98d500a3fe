import Headrace

/// The smallest feature; what its `switch` costs alone is the floor F1.
struct Counter: Reducer {
  struct State: Identifiable {
    let id: Int
    var count = 0
  }

  enum Action: Sendable {
    case increment
    case runButtonTapped
    case restartButtonTapped
    case response
  }

  enum CancelID { case work }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.count &+= 1
        return .none
      case .runButtonTapped:
        return .run { send in await send(.response) }
      case .restartButtonTapped:
        return .run { _ in try await Task.sleep(for: .seconds(3600)) }
          .cancellable(id: CancelID.work, cancelInFlight: true)
      case .response:
        state.count &+= 1
        return .none
      }
    }
  }
}
