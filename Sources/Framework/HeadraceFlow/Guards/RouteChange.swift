/// A proposed change of a route stack, as presented to a guard.
public struct RouteChange<State, Screen> {
  /// The coordinator's state.
  ///
  /// Its stack is still the one before the change; everything else is as the coordinator left it
  /// when it proposed the change.
  public let state: State

  /// The current stack.
  public let current: [Route<Screen>]

  /// The proposed stack.
  ///
  /// Routes that stay have their current screens, regardless of the screens in the proposal.
  public let proposed: [Route<Screen>]

  /// The source of the proposal.
  public let source: RouteChangeSource

  /// The routes that would be added, bottom first.
  ///
  /// - Complexity: O(*n*) in the routes of both stacks.
  public var added: [Route<Screen>] { proposed.without(current) }

  /// The routes that would be removed, bottom first.
  ///
  /// - Complexity: O(*n*) in the routes of both stacks.
  public var removed: [Route<Screen>] { current.without(proposed) }
}

/// The source of a proposed change of a route stack.
public enum RouteChangeSource: Hashable, Codable, Sendable {
  /// The coordinator, which changed its routes while it reduced an action.
  case coordinator

  /// The host, which sent `.updateRoutes`: its user swiped back or opened a link.
  case host

  /// A screen, which called `@Dependency(\.dismiss)`.
  case screen
}

extension Array {
  /// Returns the routes that another stack doesn't contain.
  fileprivate func without<Screen>(_ others: [Route<Screen>]) -> [Route<Screen>]
  where Element == Route<Screen> {
    let ids = Set(others.map(\.id))
    return filter { !ids.contains($0.id) }
  }
}
