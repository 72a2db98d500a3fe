public import Headrace

extension Reducer {
  /// Runs the screens of a route stack.
  ///
  /// The screen runs first, then this reducer, the coordinator. When a route is popped, dismissed
  /// or replaced, even by `updateRoutes`, all its effects are cancelled before the next action is
  /// reduced. The ``Route/id`` identifies a route: one that is removed and put back is the same,
  /// and one that is newly created for the same screen is different.
  ///
  /// Of a host's proposal by `.updateRoutes`, only the ids count: routes that are on the stack keep
  /// their screens, because a host may have old copies. A proposal that brings back a route that
  /// the program has removed comes too late: it is refused and reported. The coordinator knows the
  /// last 64 routes that an operation of the stack, such as `goBackToRoot()`, has removed, and a
  /// removed one that was on top. It does not know other routes that the program removes from the
  /// array itself.
  ///
  /// `routeGuard` asks a guard before the stack changes: see <doc:GuardingRoutes>.
  ///
  /// In a screen, `@Dependency(\.dismiss)` removes its route, after the coordinator has seen
  /// `.dismiss(id:)`. The root of a stack is never removed: in the root, it dismisses the
  /// presentation of the whole stack, if any.
  ///
  /// - Parameters:
  ///   - toRoutes: The property that contains the stack.
  ///   - toRouterAction: The case that contains the actions of the stack.
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

  /// Runs an enum of reducers on each screen of a route stack.
  ///
  /// - Parameters:
  ///   - toRoutes: The property that contains the stack.
  ///   - toRouterAction: The case that contains the actions of the stack.
  @inlinable
  public func forEachRoute<ScreenState: CaseReducerState>(
    _ toRoutes: WritableKeyPath<State, [Route<ScreenState>]>,
    action toRouterAction: CaseKeyPath<
      Action, IndexedRouterAction<ScreenState, ScreenState.StateReducer.Action>
    >,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> ForEachRoute<Self, ScreenState.StateReducer.Body> {
    ForEachRoute(
      base: self, toRoutes: toRoutes, toRouterAction: toRouterAction,
      screen: ScreenState.StateReducer.body,
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// A coordinator with the screens of its route stack; created by `forEachRoute`.
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
  @usableFromInline var guards = RouteGuards<Base.State, Screen.State>()

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

  /// Creates the nodes of the coordinator and of its screens.
  @inlinable
  public func _makeNode(in context: _NodeContext) -> _ForEachRouteNode<Base._Node, Screen> {
    let id = context.makeNodeNumber(of: Screen.self)
    return _ForEachRouteNode(
      routes: StateAccess(toRoutes, in: context), routerAction: AnyCasePath(toRouterAction),
      base: base._makeNode(in: context),
      rootScreen: OperatorChild(screen, isPresented: false, at: id, in: context),
      presentedScreen: OperatorChild(screen, isPresented: true, at: id, in: context), id: id,
      guards: guards, questionID: makeQuestionID(in: context), site: site)
  }

  /// Returns the number of the place for the effect of a guard that asks; `nil` if no guard asks.
  @usableFromInline
  func makeQuestionID(in context: _NodeContext) -> Int? {
    guards.place.map { _ in context.makeNodeNumber(named: "RouteQuestion") }
  }
}

/// The node of ``ForEachRoute``.
public final class _ForEachRouteNode<Base: _ReducerNode, Screen: Reducer>: _ReducerNode {
  @usableFromInline let routes: StateAccess<Base.State, [Route<Screen.State>]>
  @usableFromInline let routerAction: AnyCasePath<Base.Action, IndexedRouterActionOf<Screen>>
  @usableFromInline let base: Base
  @usableFromInline let rootScreen: OperatorChild<Screen>
  /// The screen of a route that can be removed.
  @usableFromInline let presentedScreen: OperatorChild<Screen>
  @usableFromInline let id: Int
  @usableFromInline let guards: RouteGuards<Base.State, Screen.State>
  /// The place of the effect that asks a guard's question.
  @usableFromInline let questionID: Int?
  @usableFromInline let site: CallSite

  @inlinable
  init(
    routes: StateAccess<Base.State, [Route<Screen.State>]>,
    routerAction: AnyCasePath<Base.Action, IndexedRouterActionOf<Screen>>, base: Base,
    rootScreen: OperatorChild<Screen>, presentedScreen: OperatorChild<Screen>, id: Int,
    guards: RouteGuards<Base.State, Screen.State>, questionID: Int?, site: CallSite
  ) {
    self.routes = routes
    self.routerAction = routerAction
    self.base = base
    self.rootScreen = rootScreen
    self.presentedScreen = presentedScreen
    self.id = id
    self.guards = guards
    self.questionID = questionID
    self.site = site
  }

  /// Runs the screen if the action is for one, then the coordinator.
  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let top = topRoute(in: &state)
    let effect: Effect<Base.Action>
    switch routerAction.extract(action) {
    case .routeAction(let routeID, let screenAction):
      let screenEffect = reduceScreen(routeID, in: &state, action: screenAction)
      effect = screenEffect.merge(with: reduceBase(into: &state, action: action))
    case .updateRoutes(let newRoutes):
      return update(to: newRoutes, in: &state, action: action)
    case .dismiss(let routeID):
      effect = dismiss(routeID, in: &state, action: action)
    case .goBackToRoot:
      return goBackToRoot(in: &state, action: action)
    case .steps(let steps):
      effect = make(steps, in: &state, action: action)
    case .guarded(.answered(let answer)):
      let answerEffect = take(answer, in: &state)
      effect = answerEffect.merge(with: reduceBase(into: &state, action: action))
    case .guarded(.rejected), .guarded(.redirected), nil:
      effect = reduceBase(into: &state, action: action)
    }
    noteRemoval(of: top, in: &state)
    return effect
  }

  /// Returns the top route of the stack.
  @inlinable
  func topRoute(in state: inout Base.State) -> RouteID? {
    // By index, here and below, because an element would be copied with its screen.
    routes.look(at: &state) { $0.isEmpty ? nil : $0[$0.count - 1].id }
  }

  /// Notes in the root that the program has removed the top route, unless an operation of the stack
  /// has noted it.
  @inlinable
  func noteRemoval(of top: RouteID?, in state: inout Base.State) {
    guard let top else { return }
    let isUnnoted = routes.look(at: &state) { routes in
      !routes.isEmpty && routes[routes.count - 1].id != top && routes[0].removed.last != top
        && routes.index(of: top) == nil
    }
    guard isUnnoted else { return }
    routes.modifyByProperty(&state) { $0[0].noteRemoval(of: top) }
  }

  /// Runs the coordinator, and asks the guards about its changes to the routes.
  @inlinable
  func reduceBase(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    if guards.isEmpty { return base.reduce(into: &state, action: action) }
    return reduceGuarded(into: &state, action: action)
  }

  @inlinable
  func reduceScreen(
    _ routeID: RouteID, in state: inout Base.State, action: Screen.Action
  ) -> Effect<Base.Action> {
    let result = routes.modify(&state) { routes in
      routes.index(of: routeID).map { index in
        let screen = routes[index].style == .root ? rootScreen : presentedScreen
        return (screen, screen.reduce(into: &routes[index].screen, action: action))
      }
    }
    guard let (screen, effect) = result else {
      reportActionForAbsentChild(
        action, of: Screen.self, id: routeID, operator: "forEachRoute", at: site)
      return .none
    }
    let embed = routerAction.embed
    return screen.scoped(
      effect, at: .row(node: id, id: TypedRowID(routeID)), site: site,
      leaving: { embed(.dismiss(id: routeID)) },
      embed: { embed(.routeAction(id: routeID, action: $0)) })
  }

  /// Marks the scopes of removed routes and of a withdrawn question as lost.
  @inlinable
  public func _findLostScopes(in scope: _EffectScope, state: inout Base.State) {
    base._findLostScopes(in: scope, state: &state)
    if let questionID { markWithdrawnQuestionLost(at: questionID, in: scope, state: &state) }
    guard scope.hasRows(at: id) else { return }
    routes.look(at: &state) { routes in
      // Each route is visited once, not once per effect: an array has no index of its ids.
      let places = routes.placesByID()
      scope.searchRows(at: id) { (routeID: RouteID, row) in
        guard let index = places[routeID] else { return false }
        guard row.hasEndableChildren else { return true }
        let screen = routes[index].style == .root ? rootScreen : presentedScreen
        screen.node.findLost(row, &routes[index].screen)
        return true
      }
    }
  }
}
