import Headrace

/// Shows a member; its coordinator opens the screens that its buttons lead to.
@Reducer
struct ProfilePage {
  struct State: Codable, Equatable {
    var member: Member
  }

  enum Action: Equatable {
    case nameButtonTapped
    case regionButtonTapped
    case rulesButtonTapped
    case logOutButtonTapped
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}
