public import Headrace

/// The actions of a route stack.
///
/// Its case paths lead to one route's actions: `\.router[id: id].login.logInButtonTapped`.
public enum IndexedRouterAction<Screen, ScreenAction> {
  /// Something happened on the screen of a route.
  case routeAction(id: RouteID, action: ScreenAction)

  /// The host changed the stack, for example because its user swiped back.
  case updateRoutes([Route<Screen>])

  /// A route and all above it should be left: its screen asked for it by `@Dependency(\.dismiss)`.
  case dismiss(id: RouteID)

  /// The stack should go back to its root, for example because its user tapped the selected tab
  /// again.
  ///
  /// The coordinator sees the action afterwards, even if the stack was at its root: then it may
  /// scroll to the top.
  case goBackToRoot

  /// The stack should change one step at a time; see
  /// ``Headrace/Effect/routeWithDelaysIfUnsupported(_:action:_:)``.
  case steps(RouteSteps<Screen>)

  /// A guard has refused or redirected a change of the stack, or has the answer that it asked for.
  case guarded(RouteGuardEvent<Screen>)
}

extension IndexedRouterAction: Sendable where Screen: Sendable, ScreenAction: Sendable {}
extension IndexedRouterAction: Codable where Screen: Codable, ScreenAction: Codable {}
extension IndexedRouterAction: Equatable where Screen: Equatable, ScreenAction: Equatable {}

/// The actions of a stack of a reducer's screens.
public typealias IndexedRouterActionOf<Screen: Reducer> = IndexedRouterAction<
  Screen.State, Screen.Action
>
