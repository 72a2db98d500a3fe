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
    case response
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.count &+= 1
        return .none
      case .runButtonTapped:
        return .run { send in await send(.response) }
      case .response:
        state.count &+= 1
        return .none
      }
    }
  }
}
