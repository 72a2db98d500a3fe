public import Headrace

extension Reducer {
  /// Ends a coordinator's requests for a value from a screen.
  ///
  /// ```swift
  /// var body: some ReducerOf<Self> {
  ///   Reduce { state, action in … }
  ///     .forEachRoute(\.routes, action: \.router) { BankScreen.body }
  ///     .routeResult(
  ///       \.recipient, action: \.recipientChosen, routes: \.routes, router: \.router,
  ///       from: \.contacts.delegate.chosen)
  /// }
  /// ```
  ///
  /// When the route that a request waits for sends the action, the route is left, and the
  /// coordinator receives `.answered` with the action's value. When the route leaves without
  /// an answer, the coordinator receives `.cancelled`. The same action of another route ends
  /// nothing.
  ///
  /// A coordinator that begins a request while another waits has cancelled that one; its route
  /// stays where it is.
  ///
  /// The route is left by `.dismiss(id:)`, so that guards are asked. Where they refuse, the answer
  /// counts all the same.
  ///
  /// - Parameters:
  ///   - toRequest: The property that holds the request.
  ///   - toResult: The case that receives the end of the request.
  ///   - toRoutes: The property that holds the stack.
  ///   - toRouterAction: The case that holds the actions of the stack.
  ///   - toAnswer: The screen's action that holds the value.
  ///   - toQuestion: The property that holds the question of a guard, as given to
  ///     `routeGuard(asking:)`; `nil` where no guard asks. A request waits while a guard asks about
  ///     its route.
  public func routeResult<Value, ScreenState, ScreenAction>(
    _ toRequest: WritableKeyPath<State, RouteRequest>,
    action toResult: CaseKeyPath<Action, RouteResult<Value>>,
    routes toRoutes: KeyPath<State, [Route<ScreenState>]>,
    router toRouterAction: CaseKeyPath<Action, IndexedRouterAction<ScreenState, ScreenAction>>,
    from toAnswer: CaseKeyPath<ScreenAction, Value>,
    asking toQuestion: KeyPath<State, RouteQuestion<ScreenState>?>? = nil
  ) -> RouteResulting<Self, Value, ScreenState, ScreenAction> {
    RouteResulting(
      base: self, toRequest: toRequest, result: AnyCasePath(toResult), toRoutes: toRoutes,
      routerAction: AnyCasePath(toRouterAction), answer: AnyCasePath(toAnswer),
      toQuestion: toQuestion)
  }
}

/// A coordinator with the end of its requests for a value; made by `routeResult`.
public struct RouteResulting<Base: Reducer, Value, ScreenState, ScreenAction>: WrapperReducer {
  /// The coordinator's state.
  public typealias State = Base.State

  /// The coordinator's action.
  public typealias Action = Base.Action

  /// The coordinator, with its screens and guards.
  public let base: Base

  let toRequest: WritableKeyPath<State, RouteRequest>
  let result: AnyCasePath<Action, RouteResult<Value>>
  let toRoutes: KeyPath<State, [Route<ScreenState>]>
  let routerAction: AnyCasePath<Action, IndexedRouterAction<ScreenState, ScreenAction>>
  let answer: AnyCasePath<ScreenAction, Value>
  let toQuestion: KeyPath<State, RouteQuestion<ScreenState>?>?

  /// Runs the coordinator, then ends its request, if it has an end.
  public func reduce(
    into state: inout State, action: Action, base: CompiledReducer<State, Action>
  ) -> Effect<Action> {
    let before = state[keyPath: toRequest]
    let effect = base.reduce(into: &state, action: action)
    let request = state[keyPath: toRequest]
    var ends = Effect<Action>.none
    if before.isWaiting, before.route != request.route { ends = tell(.cancelled) }
    guard let route = request.route else { return effect.merge(with: ends) }
    if case .routeAction(route, let action)? = routerAction.extract(action),
      let value = answer.extract(action), holds(route, in: state)
    {
      state[keyPath: toRequest] = RouteRequest()
      let leaving = base.reduce(into: &state, action: routerAction.embed(.dismiss(id: route)))
      return .merge(effect, ends, leaving, tell(.answered(value)))
    }
    if holds(route, in: state) || isAsked(about: route, in: state) {
      return effect.merge(with: ends)
    }
    state[keyPath: toRequest] = RouteRequest()
    return .merge(effect, ends, tell(.cancelled))
  }

  private func holds(_ route: RouteID, in state: State) -> Bool {
    state[keyPath: toRoutes].index(of: route) != nil
  }

  /// Whether a guard asks about a stack with a route.
  private func isAsked(about route: RouteID, in state: State) -> Bool {
    guard let toQuestion, let question = state[keyPath: toQuestion] else { return false }
    return question.proposed.index(of: route) != nil
  }

  private func tell(_ result: RouteResult<Value>) -> Effect<Action> {
    .send(self.result.embed(result))
  }
}
