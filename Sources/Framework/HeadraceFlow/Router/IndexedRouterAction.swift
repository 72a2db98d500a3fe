public import Headrace

/// The actions of a route stack.
///
/// Its case paths lead to one route's actions: `\.router[id: id].login.logInButtonTapped`.
public enum IndexedRouterAction<Screen, ScreenAction> {
  /// An action of the screen of a route.
  case routeAction(id: RouteID, action: ScreenAction)

  /// A change of the stack by the host, for example because its user swiped back.
  case updateRoutes([Route<Screen>])

  /// Asks to remove a route and all above it; sent when its screen calls `@Dependency(\.dismiss)`.
  case dismiss(id: RouteID)

  /// Asks to go back to the root, for example because the user tapped the selected tab again.
  ///
  /// The coordinator sees the action afterwards, even if the stack already was at its root, so that
  /// it can scroll to the top.
  case goBackToRoot

  /// Changes the stack one step at a time; see
  /// ``Headrace/Effect/routeWithDelaysIfUnsupported(_:action:_:)``.
  case steps(RouteSteps<Screen>)

  /// A guard has refused or redirected a change of the stack, or has received its answer.
  case guarded(RouteGuardEvent<Screen>)
}

extension IndexedRouterAction: Sendable where Screen: Sendable, ScreenAction: Sendable {}
extension IndexedRouterAction: Codable where Screen: Codable, ScreenAction: Codable {}
extension IndexedRouterAction: Equatable where Screen: Equatable, ScreenAction: Equatable {}

/// The actions of a stack of a reducer's screens.
public typealias IndexedRouterActionOf<Screen: Reducer> = IndexedRouterAction<
  Screen.State, Screen.Action
>
