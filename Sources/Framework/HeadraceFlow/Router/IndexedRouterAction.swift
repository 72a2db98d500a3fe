public import Headrace

/// The actions of a route stack.
///
/// Its case paths lead to one route's actions: `\.router[id: id].login.logInButtonTapped`.
public enum IndexedRouterAction<Screen, ScreenAction> {
  /// Something happened on the screen of a route.
  case routeAction(id: RouteID, action: ScreenAction)

  /// The host changed the stack, as when its user swipes back.
  case updateRoutes([Route<Screen>])

  /// A route is to be left, with all above it: its screen asked for it by `@Dependency(\.dismiss)`.
  case dismiss(id: RouteID)

  /// The stack is to go back to its root, as when its user taps the tab that is shown again.
  ///
  /// The coordinator sees it after that, also where the stack was at its root: then it may scroll
  /// to the top.
  case goBackToRoot

  /// The stack is to change one step at a time; see
  /// ``Headrace/Effect/routeWithDelaysIfUnsupported(_:action:_:)``.
  case steps(RouteSteps<Screen>)

  /// A guard has refused or redirected a change of the stack, or has the answer that it asked for.
  case guarded(RouteGuardEvent<Screen>)
}

extension IndexedRouterAction: Sendable where Screen: Sendable, ScreenAction: Sendable {}
extension IndexedRouterAction: Equatable where Screen: Equatable, ScreenAction: Equatable {}

/// The actions of a stack of a reducer's screens.
public typealias IndexedRouterActionOf<Screen: Reducer> = IndexedRouterAction<
  Screen.State, Screen.Action
>
