public import Headrace

extension Store {
  /// Returns the stores of the screens on a route stack, the root first.
  ///
  /// ```swift
  /// for screen in store.scope(\.routes, action: \.router) { … }
  /// store.scope(\.routes, action: \.router)[id: routeID]?.send(.saveButtonTapped)
  /// ```
  ///
  /// - Parameters:
  ///   - routes: The property that contains the routes.
  ///   - action: The case that contains a route's id and its screen's actions.
  /// - Returns: A collection that creates a screen's store on demand.
  public func scope<Screen, ScreenAction>(
    _ routes: KeyPath<State, [Route<Screen>]>,
    action: CaseKeyPath<Action, IndexedRouterAction<Screen, ScreenAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> StoreCollection<RouteID, Screen, ScreenAction> {
    let embed = AnyCasePath(action).embed
    return scope(
      elements: routes, action: action,
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      ids: { $0.map(\.id) }, find: { $0[id: $1] },
      embed: { embed(.routeAction(id: $0, action: $1)) })
  }

  /// Returns the stores of the screens on a route stack, the root first.
  ///
  /// - Parameters:
  ///   - routes: The property that contains the routes.
  ///   - action: The case that contains a route's id and its screen's actions.
  /// - Returns: A collection that creates a screen's store on demand.
  public func scope<Screen, ScreenAction>(
    state routes: KeyPath<State, [Route<Screen>]>,
    action: CaseKeyPath<Action, IndexedRouterAction<Screen, ScreenAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> StoreCollection<RouteID, Screen, ScreenAction> {
    scope(
      routes, action: action, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
