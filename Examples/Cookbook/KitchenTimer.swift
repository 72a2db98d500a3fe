import Headrace

/// Teaches an optional child that is replaced in place: one timer at a time, each with its own
/// effects.
///
/// The child's state is `Identifiable`, so a different id means a different child, and the effects
/// of the previous one end although the property was never `nil`.
@Reducer
struct KitchenTimer {
  struct State: Codable, Equatable {
    var countdown: Countdown.State?
    var nextID = 1
    var finishedDishes: [String] = []
  }

  enum Action: Codable, Equatable {
    case dishTapped(String, minutes: Int)
    case stopButtonTapped
    case countdown(Countdown.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .dishTapped(let dish, let minutes):
        state.countdown = Countdown.State(id: state.nextID, name: dish, minutesLeft: minutes)
        state.nextID += 1
        return .send(.countdown(.started))
      case .stopButtonTapped:
        state.countdown = nil
        return .none
      case .countdown(.delegate(.finished)):
        if let countdown = state.countdown { state.finishedDishes.append(countdown.name) }
        state.countdown = nil
        return .none
      case .countdown:
        return .none
      }
    }
    .ifLet(\.countdown, action: \.countdown) { Countdown() }
  }
}
