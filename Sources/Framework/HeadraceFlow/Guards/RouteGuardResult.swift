/// What a guard answers to a proposed change of a route stack.
public enum RouteGuardResult<Screen> {
  /// The change may be made, as far as this guard is concerned.
  case allow

  /// Another stack replaces the proposed one.
  ///
  /// The other guards decide on it; the one that redirects is not called again.
  case redirect([Route<Screen>])

  /// The stack does not change.
  ///
  /// - Parameter reason: The reason that the coordinator receives.
  case reject(reason: String)
}

extension RouteGuardResult: Equatable where Screen: Equatable {}
extension RouteGuardResult: Sendable where Screen: Sendable {}
extension RouteGuardResult: Codable where Screen: Codable {}

/// What a guard answers if it may have to ask first, for example a server or the user.
public enum RouteGuardDecision<Screen> {
  /// The answer is known.
  case decided(RouteGuardResult<Screen>)

  /// An effect of the coordinator finds the answer.
  ///
  /// An error that the effect throws refuses the change; the coordinator receives it.
  case ask(@Sendable () async throws -> sending RouteGuardResult<Screen>)

  /// The change may be made, as far as this guard is concerned.
  public static var allow: Self { .decided(.allow) }

  /// Another stack replaces the proposed one.
  public static func redirect(_ routes: [Route<Screen>]) -> Self { .decided(.redirect(routes)) }

  /// The stack does not change.
  public static func reject(reason: String) -> Self { .decided(.reject(reason: reason)) }
}
