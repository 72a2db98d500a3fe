import Headrace

/// Chooses a day; a step of ``Booking``.
@Reducer
struct DayChoice {
  struct State: Equatable {
    var day = 1
  }

  enum Action: Equatable {
    case dayTapped(Int)
    case nextButtonTapped
    case delegate(Delegate)
  }

  @CasePathable
  enum Delegate: Equatable {
    case chosen(day: Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .dayTapped(let day):
        state.day = day
        return .none
      case .nextButtonTapped:
        return .send(.delegate(.chosen(day: state.day)))
      case .delegate:
        return .none
      }
    }
  }
}
