import Headrace

/// Teaches steps: a sheet that goes from one question to the next, and can go back.
///
/// The steps are an enum of features. No step knows which one comes next. Each reports what was
/// chosen, and the sheet continues. ``Trips``, which presents the sheet, receives only the result,
/// and closes the sheet in the same action: two taps book one trip.
@Reducer
struct Booking {
  @Reducer(state: .equatable, action: .equatable)
  enum Step {
    case day(DayChoice)
    case seats(SeatChoice)
    @ReducerCaseIgnored case review
  }

  struct State: Equatable {
    var draft = Trip()
    var step = Step.State.day(DayChoice.State())
  }

  enum Action: Equatable {
    case step(Step.Action)
    case backButtonTapped
    case bookButtonTapped
    case delegate(Delegate)
  }

  @CasePathable
  enum Delegate: Equatable {
    case booked(Trip)
  }

  @Dependency(\.dismiss) private var dismiss

  var body: some ReducerOf<Self> {
    Scope(state: \.step, action: \.step) { Step.body }
    Reduce { state, action in
      switch action {
      case .step(.day(.delegate(.chosen(let day)))):
        state.draft.day = day
        state.step = .seats(state.seatChoice)
        return .none
      case .step(.seats(.delegate(.chosen(let seats)))):
        state.draft.seats = seats
        state.step = .review
        return .none
      case .backButtonTapped:
        switch state.step {
        case .day: return .run { [dismiss] _ in await dismiss() }
        case .seats: state.step = .day(DayChoice.State(day: state.draft.day))
        case .review: state.step = .seats(state.seatChoice)
        }
        return .none
      case .bookButtonTapped:
        guard state.step.is(\.review) else { return .none }
        return .send(.delegate(.booked(state.draft)))
      case .step, .delegate:
        return .none
      }
    }
  }
}

nonisolated extension Booking.State {
  /// The seats are chosen again for each day; going back shows those that were chosen.
  fileprivate var seatChoice: SeatChoice.State {
    SeatChoice.State(freeSeats: ["1A", "1B", "2A"], chosenSeats: draft.seats)
  }
}
