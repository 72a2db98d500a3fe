import Headrace

/// Lists the trails.
@Reducer
struct TrailList {
  struct State: Codable, Equatable {
    var ids = Array(1...9)
  }

  enum Action: Equatable {
    case trailTapped(Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}
