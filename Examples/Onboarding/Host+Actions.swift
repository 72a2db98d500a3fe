import Headrace
import HeadraceFlow

extension ClubApp.Action {
  /// Opens a link from the system, which replaces the screens above the root of its tab.
  static func open(_ url: String) -> Self { .links(.open(url, mode: .keepRoot)) }
}

/// The user's actions, each for the screen on top of its stack.
extension Host {
  func logIn(_ action: LogIn.View) -> ClubApp.Action {
    screen(.logIn(.view(action)))
  }

  func tour(_ action: TourScreen.Action) -> ClubApp.Action {
    screen(
      .tour(.router(.routeAction(id: top(state.routes[0].screen.tour?.routes), action: action))))
  }

  func tabs(_ action: TabAction<ClubTab>) -> ClubApp.Action {
    screen(.tabs(.tabs(action)))
  }

  func trails(_ action: TrailsScreen.Action) -> ClubApp.Action {
    let routes = state.routes[0].screen.tabs?.tabs[.trails].trails?.routes
    return tabs(
      .tabAction(
        id: .trails, action: .trails(.router(.routeAction(id: top(routes), action: action)))))
  }

  func profile(_ action: ProfileScreen.Action) -> ClubApp.Action {
    profileFlow(.router(.routeAction(id: top(profileState.routes), action: action)))
  }

  func alert(_ action: PresentationAction<ProfileFlow.Alert>) -> ClubApp.Action {
    profileFlow(.alert(action))
  }

  func swipeBack() -> ClubApp.Action {
    profileFlow(.router(.updateRoutes(Array(profileState.routes.dropLast()))))
  }

  func restore(_ archive: [UInt8]) -> ClubApp.Action {
    .restoration(.restore(archive))
  }

  /// The state of the second tab.
  var profileState: ProfileFlow.State {
    state.routes[0].screen.tabs?.tabs[.profile].profile
      ?? ProfileFlow.State(member: Member(name: ""))
  }

  private func profileFlow(_ action: ProfileFlow.Action) -> ClubApp.Action {
    tabs(.tabAction(id: .profile, action: .profile(action)))
  }

  private func screen(_ action: ClubScreen.Action) -> ClubApp.Action {
    .router(.routeAction(id: state.routes[0].id, action: action))
  }

  /// Returns the route on top; a stack always has one.
  private func top<Screen>(_ routes: [Route<Screen>]?) -> RouteID {
    routes?.last?.id ?? state.routes[0].id
  }
}
