public import Headrace

extension Reducer {
  /// Runs the screens of a route stack.
  ///
  /// The screen runs first, then this reducer, the coordinator. When a route is popped, dismissed
  /// or replaced, also by `updateRoutes`, all its effects are cancelled
  /// before the next action is reduced.
  ///
  /// - Parameters:
  ///   - toRoutes: The property that holds the stack.
  ///   - toRouterAction: The case that holds the actions of the stack.
  ///   - screen: The reducer of a screen.
  public func forEachRoute<ScreenState, ScreenAction, Screen>(
    _ toRoutes: WritableKeyPath<State, [Route<ScreenState>]>,
    action toRouterAction: CaseKeyPath<Action, IndexedRouterAction<ScreenState, ScreenAction>>,
    @ReducerBuilder<ScreenState, ScreenAction> screen: () -> Screen,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> ForEachRoute<Self, Screen> where Screen: Reducer<ScreenState, ScreenAction> {
    ForEachRoute(
      base: self, toRoutes: toRoutes, toRouterAction: toRouterAction, screen: screen(),
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// A coordinator with the screens of its route stack; made by `forEachRoute`.
public struct ForEachRoute<Base: Reducer, Screen: Reducer>: OperatorReducer {
  /// The coordinator's state.
  public typealias State = Base.State

  /// The coordinator's action.
  public typealias Action = Base.Action

  let base: Base
  let toRoutes: WritableKeyPath<Base.State, [Route<Screen.State>]>
  let toRouterAction: CaseKeyPath<Base.Action, IndexedRouterActionOf<Screen>>
  let screen: Screen
  let site: CallSite

  /// Makes the nodes of the coordinator and of its screens.
  public func makeNode(in context: NodeContext) -> ForEachRouteNode<Base.Node, Screen> {
    ForEachRouteNode(
      routes: StateAccess(toRoutes), routerAction: AnyCasePath(toRouterAction),
      base: base.makeNode(in: context), screen: context.child(screen), id: context.makeNodeID(),
      site: site)
  }
}

/// The node of ``ForEachRoute``.
public struct ForEachRouteNode<Base: ReducerNode, Screen: Reducer>: ReducerNode {
  let routes: StateAccess<Base.State, [Route<Screen.State>]>
  let routerAction: AnyCasePath<Base.Action, IndexedRouterActionOf<Screen>>
  let base: Base
  let screen: ChildNode<Screen>
  let id: Int
  let site: CallSite

  /// Runs the screen, if the action is for one, then the coordinator.
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    var screenEffect = Effect<Base.Action>.none
    switch routerAction.extract(action) {
    case .routeAction(let routeID, let screenAction):
      screenEffect = reduceScreen(routeID, in: &state, action: screenAction)
    case .updateRoutes(let newRoutes):
      routes.modifyTelling(&state) { update(&$0, to: newRoutes) }
    case nil:
      break
    }
    return screenEffect.merge(with: base.reduce(into: &state, action: action))
  }

  private func reduceScreen(
    _ routeID: RouteID, in state: inout Base.State, action: Screen.Action
  ) -> Effect<Base.Action> {
    let result: Effect<Screen.Action>? = routes.modify(&state) { routes in
      guard let index = routes.lastIndex(where: { $0.id == routeID }) else { return nil }
      return screen.reduce(into: &routes[index].screen, action: action)
    }
    guard let result else {
      reportActionForAbsentChild(action, of: Screen.self, operator: "forEachRoute", at: site)
      return .none
    }
    let embed = routerAction.embed
    return result.scoped(
      at: .row(node: id, id: AnyHashable(routeID)),
      embed: { embed(.routeAction(id: routeID, action: $0)) })
  }

  private func update(_ routes: inout [Route<Screen.State>], to newRoutes: [Route<Screen.State>]) {
    guard !routes.replaceAll(with: newRoutes) else { return }
    reportMisuse(
      """
      A route stack was to be replaced by one that is none: \(newRoutes.map(\.style)).

      The 'forEachRoute' at \(site) received '.updateRoutes' with it, and kept the stack as it \
      was. A stack begins with one '.root' route and has no other. Send the stack without the \
      routes that the user left.
      """, at: site)
  }

  /// Ends the effects of routes that were left.
  public func endLostScopes(in scope: EffectScope, state: inout Base.State) {
    base.endLostScopes(in: scope, state: &state)
    routes.modify(&state) { routes in
      scope.keepRows(at: id) { routeID in
        routes.contains { AnyHashable($0.id) == routeID }
      }
      scope.forEachRowWithChildren(at: id) { routeID, routeScope in
        guard let index = routes.lastIndex(where: { AnyHashable($0.id) == routeID }) else { return }
        screen.endLostScopes(in: routeScope, state: &routes[index].screen)
      }
    }
  }
}
