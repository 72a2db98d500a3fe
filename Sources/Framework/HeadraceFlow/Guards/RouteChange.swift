/// A change of a route stack that is proposed, as a guard sees it.
public struct RouteChange<State, Screen> {
  /// The coordinator's state. Its stack is still the one of before the change; all else is as the
  /// coordinator left it when it proposed the change.
  public let state: State

  /// The stack as it is.
  public let current: [Route<Screen>]

  /// The stack as it would be.
  ///
  /// Routes that stay have their screens of now, whatever the proposal says of them.
  public let proposed: [Route<Screen>]

  /// Who proposes the change.
  public let source: RouteChangeSource

  /// The routes that would come, bottom first.
  ///
  /// - Complexity: O(*n*) in the routes of both stacks.
  public var added: [Route<Screen>] { proposed.without(current) }

  /// The routes that would go, bottom first.
  ///
  /// - Complexity: O(*n*) in the routes of both stacks.
  public var removed: [Route<Screen>] { current.without(proposed) }
}

/// Who proposes a change of a route stack.
public enum RouteChangeSource: Hashable, Sendable {
  /// The coordinator, by what it did to its routes while it reduced an action.
  case coordinator

  /// The host, by `.updateRoutes`: its user swiped back, or opened a link.
  case host

  /// A screen, by `@Dependency(\.dismiss)`.
  case screen
}

extension Array {
  /// The routes that are not on another stack.
  fileprivate func without<Screen>(_ others: [Route<Screen>]) -> [Route<Screen>]
  where Element == Route<Screen> {
    let ids = Set(others.map(\.id))
    return filter { !ids.contains($0.id) }
  }
}
