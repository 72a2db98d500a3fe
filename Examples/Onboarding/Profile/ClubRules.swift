import Headrace

/// Shows the rules of the club.
@Reducer
struct ClubRules {
  struct State: Codable, Equatable {
    var page = 1
  }

  enum Action: Equatable {
    case nextButtonTapped
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.page += 1
    return .none
  }
}
