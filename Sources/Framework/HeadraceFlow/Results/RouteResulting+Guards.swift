// Guards belong to the stack itself. Without these overloads, the compiler would complain about
// every part of the expression except the order.

extension RouteResulting {
  /// Rejects a guard after `routeResult`.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      guards come first: write '.routeGuard { … }' directly after '.forEachRoute', before \
      '.routeResult'
      """
  )
  public func routeGuard(
    _ decide: (_ current: [Route<ScreenState>], _ proposed: [Route<ScreenState>]) ->
      RouteGuardResult<ScreenState>
  ) -> Self { self }

  /// Rejects a guard after `routeResult`.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      guards come first: write '.routeGuard { … }' directly after '.forEachRoute', before \
      '.routeResult'
      """
  )
  public func routeGuard(
    _ decide: (RouteChange<State, ScreenState>) -> RouteGuardResult<ScreenState>
  ) -> Self { self }

  /// Rejects a guard that can ask after `routeResult`.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      guards come first: write '.routeGuard(asking: …) { … }' directly after '.forEachRoute', \
      before '.routeResult'
      """
  )
  public func routeGuard(
    asking toQuestion: WritableKeyPath<State, RouteQuestion<ScreenState>?>,
    meanwhile secondProposal: SecondProposal = .replace,
    _ decide: (RouteChange<State, ScreenState>) -> RouteGuardDecision<ScreenState>
  ) -> Self { self }
}
