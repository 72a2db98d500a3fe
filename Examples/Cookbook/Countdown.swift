import Headrace

/// Counts minutes down, for ``KitchenTimer`` and ``SharedNote``.
@Reducer
struct Countdown {
  struct State: Codable, Equatable, Identifiable {
    let id: Int
    let name: String
    var minutesLeft: Int
  }

  enum Action: Codable, Equatable {
    case started
    case minutePassed
    case delegate(Delegate)
  }

  @CasePathable
  enum Delegate: Codable, Equatable {
    case finished
  }

  @Dependency(\.continuousClock) private var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .started:
        return .run { [clock] send in
          for await _ in clock.timer(interval: .seconds(60)) { await send(.minutePassed) }
        }
      case .minutePassed:
        state.minutesLeft -= 1
        return state.minutesLeft > 0 ? .none : .send(.delegate(.finished))
      case .delegate:
        return .none
      }
    }
  }
}
