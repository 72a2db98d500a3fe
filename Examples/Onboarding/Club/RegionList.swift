import Headrace

/// Lets the user choose a region.
@Reducer
struct RegionList {
  struct State: Codable, Equatable {
    var regions = Region.allCases
  }

  enum Action: Equatable {
    case regionTapped(Region)
    case delegate(Delegate)
  }

  @CasePathable
  enum Delegate: Equatable {
    case chosen(Region)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .regionTapped(let region):
      return .send(.delegate(.chosen(region)))
    case .delegate:
      return .none
    }
  }
}
