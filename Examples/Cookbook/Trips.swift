import Headrace

/// A trip that is booked by ``Booking``.
nonisolated struct Trip: Equatable {
  var day = 1
  var seats: Set<String> = []
}

/// Presents ``Booking``, and stores the booked trip.
@Reducer
struct Trips {
  struct State: Equatable {
    var trips: [Trip] = []
    @Presents var booking: Booking.State?
  }

  enum Action: Equatable {
    case bookButtonTapped
    case booking(PresentationAction<Booking.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .bookButtonTapped:
        state.booking = Booking.State()
        return .none
      case .booking(.presented(.delegate(.booked(let trip)))):
        state.trips.append(trip)
        state.booking = nil
        return .none
      case .booking:
        return .none
      }
    }
    .ifLet(\.$booking, action: \.booking) { Booking() }
  }
}
