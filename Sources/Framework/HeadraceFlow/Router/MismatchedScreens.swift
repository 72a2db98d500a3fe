public import Headrace

// Each of these overloads catches an operator whose case lacks the actions of the screens. Without
// them, the compiler could not describe the mistake.

extension Reducer {
  /// Rejects a case without the actions of a route stack.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      this case does not hold the actions of the routes; write one that does: \
      'case router(IndexedRouterActionOf<Screen>)'
      """
  )
  public func forEachRoute<ScreenState, OtherPayload, Screen: Reducer>(
    _ toRoutes: WritableKeyPath<State, [Route<ScreenState>]>,
    action toOtherPayload: CaseKeyPath<Action, OtherPayload>,
    screen: () -> Screen
  ) -> Self { self }

  /// Rejects a case without the actions of a route stack.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      this case does not hold the actions of the routes; write one that does: \
      'case router(IndexedRouterActionOf<Screen>)'
      """
  )
  public func forEachRoute<ScreenState, OtherPayload>(
    _ toRoutes: WritableKeyPath<State, [Route<ScreenState>]>,
    action toOtherPayload: CaseKeyPath<Action, OtherPayload>
  ) -> Self { self }

  /// Rejects routes without the reducer of their screens.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      the screens' reducer is missing: \
      '.forEachRoute(\\.routes, action: \\.router) { Screen.body }'
      """
  )
  public func forEachRoute<ScreenState, ScreenAction>(
    _ toRoutes: WritableKeyPath<State, [Route<ScreenState>]>,
    action toRouterAction: CaseKeyPath<Action, IndexedRouterAction<ScreenState, ScreenAction>>
  ) -> Self { self }
}
