import Headrace

/// The smallest feature.
struct Counter: Reducer {
  struct State: Identifiable {
    let id: Int
    var count = 0
  }

  enum Action: Sendable {
    case increment
    case runButtonTapped
    case restartButtonTapped(Ending)
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
      case .restartButtonTapped(let ending):
        return .run { _ in await ending.waitForCancellation() }
          .cancellable(id: CancelID.work, cancelInFlight: true)
      case .response:
        state.count &+= 1
        return .none
      }
    }
  }
}
