public import Headrace

extension Reducer {
  /// Runs the screens of a route stack.
  ///
  /// The screen runs first, then this reducer, the coordinator. When a route is popped, dismissed
  /// or replaced, also by `updateRoutes`, all its effects are cancelled before the next action is
  /// reduced. A route is its ``Route/id``: one that is taken off and put back is the same, one that
  /// is made anew for the same screen is another.
  ///
  /// In a screen `@Dependency(\.dismiss)` leaves its route, after the coordinator has seen
  /// `.dismiss(id:)`. The root of a stack is never left: there it leaves what presents the whole
  /// stack, if anything does.
  ///
  /// - Parameters:
  ///   - toRoutes: The property that holds the stack.
  ///   - toRouterAction: The case that holds the actions of the stack.
  ///   - screen: The reducer of a screen.
  @inlinable
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

  @usableFromInline let base: Base
  @usableFromInline let toRoutes: WritableKeyPath<Base.State, [Route<Screen.State>]>
  @usableFromInline let toRouterAction: CaseKeyPath<Base.Action, IndexedRouterActionOf<Screen>>
  @usableFromInline let screen: Screen
  @usableFromInline let site: CallSite

  @inlinable
  init(
    base: Base, toRoutes: WritableKeyPath<Base.State, [Route<Screen.State>]>,
    toRouterAction: CaseKeyPath<Base.Action, IndexedRouterActionOf<Screen>>, screen: Screen,
    site: CallSite
  ) {
    self.base = base
    self.toRoutes = toRoutes
    self.toRouterAction = toRouterAction
    self.screen = screen
    self.site = site
  }

  /// Makes the nodes of the coordinator and of its screens.
  @inlinable
  public func makeNode(in context: NodeContext) -> ForEachRouteNode<Base.Node, Screen> {
    let (presentedScreen, dependencies) = context.presentedChild(screen)
    return ForEachRouteNode(
      routes: StateAccess(toRoutes, in: context), routerAction: AnyCasePath(toRouterAction),
      base: base.makeNode(in: context), rootScreen: context.child(screen),
      presentedScreen: presentedScreen, dependencies: dependencies,
      id: context.makeNodeID(of: Screen.self, at: toRoutes),
      site: site)
  }
}

/// The node of ``ForEachRoute``.
public final class ForEachRouteNode<Base: ReducerNode, Screen: Reducer>: ReducerNode {
  @usableFromInline let routes: StateAccess<Base.State, [Route<Screen.State>]>
  @usableFromInline let routerAction: AnyCasePath<Base.Action, IndexedRouterActionOf<Screen>>
  @usableFromInline let base: Base
  @usableFromInline let rootScreen: ChildNode<Screen>
  /// The screen of a route that can be left.
  @usableFromInline let presentedScreen: ChildNode<Screen>
  /// What a screen that can be left finds.
  @usableFromInline let dependencies: DependencyValues
  @usableFromInline let id: Int
  @usableFromInline let site: CallSite

  @inlinable
  init(
    routes: StateAccess<Base.State, [Route<Screen.State>]>,
    routerAction: AnyCasePath<Base.Action, IndexedRouterActionOf<Screen>>, base: Base,
    rootScreen: ChildNode<Screen>, presentedScreen: ChildNode<Screen>,
    dependencies: DependencyValues, id: Int, site: CallSite
  ) {
    self.routes = routes
    self.routerAction = routerAction
    self.base = base
    self.rootScreen = rootScreen
    self.presentedScreen = presentedScreen
    self.dependencies = dependencies
    self.id = id
    self.site = site
  }

  /// Runs the screen, if the action is for one, then the coordinator.
  @inlinable
  public func reduce(
    into state: inout Base.State, action: UnsafePointer<Base.Action>
  ) -> Effect<Base.Action> {
    var screenEffect = Effect<Base.Action>.none
    switch routerAction.extract(action.pointee) {
    case .routeAction(let routeID, let screenAction):
      screenEffect = reduceScreen(routeID, in: &state, action: screenAction)
    case .updateRoutes(let newRoutes):
      routes.modifyTelling(&state) { update(&$0, to: newRoutes) }
    case .dismiss(let routeID):
      return dismiss(routeID, in: &state, action: action)
    case nil:
      break
    }
    return screenEffect.merge(with: base.reduce(into: &state, action: action))
  }

  @inlinable
  func reduceScreen(
    _ routeID: RouteID, in state: inout Base.State, action: Screen.Action
  ) -> Effect<Base.Action> {
    let result: (effect: Effect<Screen.Action>, isRoot: Bool)? = routes.modify(&state) { routes in
      guard let index = routes.index(of: routeID) else { return nil }
      let isRoot = routes[index].style == .root
      if isRoot { return (rootScreen.reduce(into: &routes[index].screen, action: action), true) }
      let effect = DependencyValues.withFrame(dependencies) {
        presentedScreen.reduce(into: &routes[index].screen, action: action)
      }
      return (effect, false)
    }
    guard let result else {
      reportActionForAbsentChild(action, of: Screen.self, operator: "forEachRoute", at: site)
      return .none
    }
    let embed = routerAction.embed
    let place = ScopePlace.row(node: id, id: AnyHashable(routeID))
    if result.isRoot {
      return result.effect.scoped(
        at: place, embed: { embed(.routeAction(id: routeID, action: $0)) })
    }
    return result.effect.presented(
      at: place, dependencies: dependencies, dismissAction: { embed(.dismiss(id: routeID)) },
      embed: { embed(.routeAction(id: routeID, action: $0)) })
  }

  /// Leaves a route after the coordinator has seen that it will be.
  @inlinable
  func dismiss(
    _ routeID: RouteID, in state: inout Base.State, action: UnsafePointer<Base.Action>
  ) -> Effect<Base.Action> {
    let style = routes.modifyStored(&state) { routes in routes.last { $0.id == routeID }?.style }
    let effect = base.reduce(into: &state, action: action)
    guard let style, style != .root else {
      reportDismissal(of: routeID, isRoot: style == .root)
      return effect
    }
    routes.modifyTelling(&state) { routes in
      // The coordinator may have left the route in the meantime.
      guard let index = routes.index(of: routeID) else { return }
      routes.goBack(routes.count - index)
    }
    return effect
  }

  @usableFromInline
  func reportDismissal(of routeID: RouteID, isRoot: Bool) {
    let feature = featureName(of: Screen.self)
    reportMisuse(
      """
      A route was to be dismissed, but \(isRoot ? "it is the root" : "it is not on the stack"): \
      \(routeID).

      The 'forEachRoute' at \(site) received '.dismiss' for '\(feature)', and changed nothing: \
      \(isRoot ? "a stack always keeps its root" : "the route was left before"). Send it once, \
      and only for routes above the root.
      """, at: site)
  }

  @usableFromInline
  func update(_ routes: inout [Route<Screen.State>], to newRoutes: [Route<Screen.State>]) {
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
  @inlinable
  public func endLostScopes(in scope: EffectScope, state: inout Base.State) {
    base.endLostScopes(in: scope, state: &state)
    guard scope.hasRows(at: id) else { return }
    routes.modifyStored(&state) { routes in
      scope.keepRows(at: id) { routes.index(of: $0.base as? RouteID) != nil }
      for row in scope.rowsWithChildren(at: id) {
        guard let index = routes.index(of: row.id.base as? RouteID) else { continue }
        let screen = routes[index].style == .root ? rootScreen : presentedScreen
        screen.endLostScopes(in: row.scope, state: &routes[index].screen)
      }
    }
  }
}

extension Array {
  /// The place of a route, looked for from the top.
  @inlinable
  func index<Screen>(of id: RouteID?) -> Index? where Element == Route<Screen> {
    guard let id else { return nil }
    return indices.last { self[$0].id == id }
  }
}
