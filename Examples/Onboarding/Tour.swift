import Headrace
import HeadraceFlow

/// The tour that a member sees once, after the first login: two pages, with their own coordinator.
@FlowCoordinator(screen: "TourScreen")
struct Tour {
  struct State: Equatable {
    var routes: [Route<TourScreen.State>]

    init(name: String) {
      routes = [.root(.welcome(Welcome.State(name: name)), embedInNavigationView: true)]
    }
  }

  enum Action: Equatable {
    case router(IndexedRouterActionOf<TourScreen>)
    case delegate(Delegate)
  }

  enum Delegate: Equatable {
    case finished(Region)
  }

  func handleRoute(state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .router(.routeAction(_, action: .welcome(.nextButtonTapped))):
      state.routes.push(.regions(RegionList.State()))
      return .none
    case .router(.routeAction(_, action: .regions(.delegate(.chosen(let region))))):
      return .send(.delegate(.finished(region)))
    case .router, .delegate:
      return .none
    }
  }
}

/// The pages of the tour; the profile shows the second one too, as no screen knows where it is.
@Reducer(state: .equatable, action: .equatable)
enum TourScreen {
  case welcome(Welcome)
  case regions(RegionList)
}

/// Greets a new member.
@Reducer
struct Welcome {
  struct State: Equatable {
    let name: String
  }

  enum Action: Equatable {
    case nextButtonTapped
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}
