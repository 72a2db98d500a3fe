import Headrace

/// Chooses seats; a step of ``Booking``.
@Reducer
struct SeatChoice {
  struct State: Equatable {
    let freeSeats: [String]
    var chosenSeats: Set<String> = []
  }

  enum Action: Equatable {
    case seatTapped(String)
    case nextButtonTapped
    case delegate(Delegate)
  }

  @CasePathable
  enum Delegate: Equatable {
    case chosen(seats: Set<String>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .seatTapped(let seat):
        guard state.freeSeats.contains(seat) else { return .none }
        state.chosenSeats.formSymmetricDifference([seat])
        return .none
      case .nextButtonTapped:
        guard !state.chosenSeats.isEmpty else { return .none }
        return .send(.delegate(.chosen(seats: state.chosenSeats)))
      case .delegate:
        return .none
      }
    }
  }
}
