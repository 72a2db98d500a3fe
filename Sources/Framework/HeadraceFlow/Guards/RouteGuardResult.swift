/// A guard's answer to a proposed change of a route stack.
public enum RouteGuardResult<Screen> {
  /// This guard allows the change.
  case allow

  /// Replaces the proposed stack with another one.
  ///
  /// The other guards decide about it; the redirecting guard is not called again.
  case redirect([Route<Screen>])

  /// Refuses the change.
  ///
  /// - Parameter reason: The reason that the coordinator receives.
  case reject(reason: String)
}

extension RouteGuardResult: Equatable where Screen: Equatable {}
extension RouteGuardResult: Sendable where Screen: Sendable {}
extension RouteGuardResult: Codable where Screen: Codable {}

/// A guard's decision if it may first have to ask, for example a server or the user.
public enum RouteGuardDecision<Screen> {
  /// The answer is known.
  case decided(RouteGuardResult<Screen>)

  /// An effect of the coordinator finds the answer.
  ///
  /// An error thrown by the effect refuses the change; the coordinator receives it.
  case ask(@Sendable () async throws -> sending RouteGuardResult<Screen>)

  /// This guard allows the change.
  public static var allow: Self { .decided(.allow) }

  /// Replaces the proposed stack with another one.
  public static func redirect(_ routes: [Route<Screen>]) -> Self { .decided(.redirect(routes)) }

  /// Refuses the change.
  public static func reject(reason: String) -> Self { .decided(.reject(reason: reason)) }
}
