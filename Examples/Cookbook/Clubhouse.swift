import Headrace
import HeadraceFlow

/// Teaches guards: one guard for each place where a user may not go. A guard applies to every
/// change.
///
/// The first guard redirects, the second refuses. Both see every change of the stack: one by the
/// coordinator, a swipe back, a screen that dismisses itself.
@FlowCoordinator(screen: "ClubhouseScreen")
struct Clubhouse {
  struct State: Equatable {
    var routes: [Route<ClubhouseScreen.State>] = [.root(.hall, embedInNavigationView: true)]
    var isMember = false
    var isPlaying = false
    var notice: String?
  }

  enum Action: Equatable {
    case router(IndexedRouterActionOf<ClubhouseScreen>)
    case courtButtonTapped
    case joined
    case playChanged(isPlaying: Bool)
  }

  var body: some ReducerOf<Self> {
    flow
      .routeGuard { change in
        change.added.contains(\.court) && !change.state.isMember
          ? .redirect(change.current + [.sheet(.membership)]) : .allow
      }
      .routeGuard { change in
        change.removed.contains(\.court) && change.state.isPlaying
          ? .reject(reason: "Finish the match first.") : .allow
      }
  }

  func handleRoute(state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .courtButtonTapped:
      state.routes.push(.court)
    case .joined:
      state.isMember = true
      state.routes.dismiss()
    case .playChanged(let isPlaying):
      state.isPlaying = isPlaying
      state.notice = nil
    case .router(.guarded(.rejected(let rejection))):
      state.notice = rejection.reason
    case .router:
      break
    }
    return .none
  }
}

/// The screens of ``Clubhouse``.
@Reducer(state: .equatable, action: .equatable)
enum ClubhouseScreen {
  @ReducerCaseIgnored case hall
  @ReducerCaseIgnored case court
  @ReducerCaseIgnored case membership
}
