import Headrace
import HeadraceFlow

/// The whole app: login, then the tour, then the tabs.
///
/// Each of them is one route at the root of the stack. When a screen reports by `delegate` that it
/// is done, the app replaces the route.
@FlowCoordinator(screen: "ClubScreen")
struct ClubApp {
  struct State: Equatable {
    var routes: [Route<ClubScreen.State>] = [.root(.logIn(LogIn.State()))]
    var member: Member?
    var links = DeepLinkState()
    var restoration = RestorationState()
    var toasts = ToastQueue.State()
  }

  enum Action: Equatable {
    case router(IndexedRouterActionOf<ClubScreen>)
    case links(DeepLinkAction)
    case restoration(RestorationAction)
    case toasts(ToastQueue.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.toasts, action: \.toasts) { ToastQueue(duration: { _ in .milliseconds(500) }) }
    flow
      .routeGuard { change in
        change.proposed.contains(\.tabs) && change.state.member == nil
          ? .reject(reason: "Log in first.") : .allow
      }
      // A link waits until the tabs that it can lead into exist.
      .deepLinks(state: \.links, action: \.links, refusal: tabLinks.refusal(of:)) { state, _ in
        state.routes.contains(\.tabs) ? .open : .wait
      } to: { state, link in
        .router(
          .routeAction(
            id: state.routes[0].id, action: .tabs(.links(.open(link.url, mode: link.mode)))))
      }
      .restoring(clubArchive, state: \.restoration, action: \.restoration)
  }

  func handleRoute(state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .router(.routeAction(_, action: .logIn(.delegate(.loggedIn(let member))))):
      state.member = member
      state.routes.replaceCurrent(.tour(Tour.State(name: member.name)))
      return .none
    case .router(.routeAction(_, action: .tour(.delegate(.finished(let region))))):
      guard var member = state.member else { return .none }
      member.region = region
      state.member = member
      state.routes.replaceCurrent(.tabs(ClubTabs.State(member: member)))
      return .none
    case .router(.routeAction(_, action: .tabs(.delegate(.memberChanged(let member))))):
      state.member = member
      return .send(.toasts(.show(.success(TextState("Saved")))))
    case .router(.routeAction(_, action: .tabs(.delegate(.loggedOut)))):
      state.member = nil
      state.routes.replaceCurrent(.logIn(LogIn.State()))
      return .none
    case .links(.dropped(_, .unreadable)):
      return .send(.toasts(.show(.warning(TextState("This link leads nowhere.")))))
    case .router, .links, .restoration, .toasts:
      return .none
    }
  }
}

/// The screens at the root of the app.
@Reducer(state: .equatable, action: .equatable)
enum ClubScreen {
  case logIn(LogIn)
  case tour(Tour)
  case tabs(ClubTabs)
}
