/// What a guard answers to a proposed change of a route stack.
public enum RouteGuardResult<Screen> {
  /// The change may be made, as far as this guard is concerned.
  case allow

  /// Another stack takes the place of the proposed one.
  ///
  /// The other guards are asked about it; the one that redirects is not asked again.
  case redirect([Route<Screen>])

  /// The stack stays as it is.
  ///
  /// - Parameter reason: What the coordinator is told.
  case reject(reason: String)
}

extension RouteGuardResult: Equatable where Screen: Equatable {}
extension RouteGuardResult: Sendable where Screen: Sendable {}

/// What a guard answers that may have to ask first, as a server or the user.
public enum RouteGuardDecision<Screen> {
  /// The answer is known.
  case decided(RouteGuardResult<Screen>)

  /// The answer is what an effect of the coordinator finds out.
  ///
  /// An error that the effect throws refuses the change; the coordinator is told.
  case ask(@Sendable () async throws -> sending RouteGuardResult<Screen>)

  /// The change may be made, as far as this guard is concerned.
  public static var allow: Self { .decided(.allow) }

  /// Another stack takes the place of the proposed one.
  public static func redirect(_ routes: [Route<Screen>]) -> Self { .decided(.redirect(routes)) }

  /// The stack stays as it is.
  public static func reject(reason: String) -> Self { .decided(.reject(reason: reason)) }
}
