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
  /// When the route that a request waits for sends the action, the route and all above it are
  /// removed, and the coordinator receives `.answered` with the action's value. When the route is
  /// removed without an answer, the coordinator receives `.cancelled`. The same action from another
  /// route ends nothing.
  ///
  /// A coordinator that begins a request while another one in the same property is waiting cancels
  /// the earlier one, even if both begin in one action. The route of the first one stays where it
  /// is.
  ///
  /// The route is removed by `.dismiss(id:)`, so guards decide about it. If they refuse, the answer
  /// still counts.
  ///
  /// - Parameters:
  ///   - toRequest: The property that contains the request.
  ///   - toResult: The case that receives the end of the request.
  ///   - toRoutes: The property that contains the stack.
  ///   - toRouterAction: The case that contains the actions of the stack.
  ///   - toAnswer: The screen's action that contains the value.
  ///   - toQuestion: The property that contains a guard's question, as passed to
  ///     `routeGuard(asking:)`; `nil` if no guard asks. A request waits while a guard is asking
  ///     about its route. If a guard asks although this is `nil`, its answer is reported as a
  ///     misuse.
  public func routeResult<Value, ScreenState, ScreenAction>(
    _ toRequest: WritableKeyPath<State, RouteRequest>,
    action toResult: CaseKeyPath<Action, RouteResult<Value>>,
    routes toRoutes: KeyPath<State, [Route<ScreenState>]>,
    router toRouterAction: CaseKeyPath<Action, IndexedRouterAction<ScreenState, ScreenAction>>,
    from toAnswer: CaseKeyPath<ScreenAction, Value>,
    asking toQuestion: KeyPath<State, RouteQuestion<ScreenState>?>? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> RouteResulting<Self, Value, ScreenState, ScreenAction> {
    RouteResulting(
      base: self, toRequest: toRequest, result: AnyCasePath(toResult), toRoutes: toRoutes,
      routerAction: AnyCasePath(toRouterAction), answer: AnyCasePath(toAnswer),
      toQuestion: toQuestion,
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// A coordinator whose requests for a value are ended; created by `routeResult`.
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
  let site: CallSite

  /// Runs the coordinator, then ends its request if necessary.
  public func reduce(
    into state: inout State, action: Action, base: CompiledReducer<State, Action>
  ) -> Effect<Action> {
    if state[keyPath: toRequest].isUnsure,
      AskedOperator.routeResult.reportsAnswer(in: routerAction.extract(action), at: site)
    {
      state[keyPath: toRequest].isUnsure = false
    }
    let log = RouteRequestLog(of: toRequest)
    var effect = log.noting { run(action, in: &state, base) }
    // The property never contained these at the end of an action.
    for _ in 0..<log.takeLost(to: state[keyPath: toRequest].route, in: state) {
      effect = effect.merge(with: tell(.cancelled))
    }
    guard let route = state[keyPath: toRequest].route, !holds(route, in: state),
      !isAsked(about: route, in: state)
    else { return effect }
    state[keyPath: toRequest] = RouteRequest()
    state[keyPath: toRequest].isUnsure = toQuestion == nil
    return effect.merge(with: tell(.cancelled))
  }

  /// Runs the coordinator, and ends the waiting request if the action ends it.
  private func run(
    _ action: Action, in state: inout State, _ base: CompiledReducer<State, Action>
  ) -> Effect<Action> {
    let asked = state[keyPath: toRequest].route
    // The coordinator may remove the screen when it sees the answer; the answer still counts.
    let value = asked.flatMap { self.value(in: action, of: $0, in: state) }
    let effect = base.reduce(into: &state, action: action)
    if let asked, let value {
      return .merge(effect, leave(asked, in: &state, base), tell(.answered(value)))
    }
    guard asked != nil, asked != state[keyPath: toRequest].route else { return effect }
    return effect.merge(with: tell(.cancelled))
  }

  /// Returns the answer in a route's action, if it is one.
  private func value(in action: Action, of route: RouteID, in state: State) -> Value? {
    guard case .routeAction(route, let action)? = routerAction.extract(action) else { return nil }
    return holds(route, in: state) ? answer.extract(action) : nil
  }

  /// Ends the request, and removes the route that has answered it.
  private func leave(
    _ route: RouteID, in state: inout State, _ base: CompiledReducer<State, Action>
  ) -> Effect<Action> {
    if state[keyPath: toRequest].route == route { state[keyPath: toRequest] = RouteRequest() }
    guard holds(route, in: state) else { return .none }
    return base.reduce(into: &state, action: routerAction.embed(.dismiss(id: route)))
  }

  private func holds(_ route: RouteID, in state: State) -> Bool {
    state[keyPath: toRoutes].index(of: route) != nil
  }

  /// Returns true if a guard is asking about a stack with a route.
  private func isAsked(about route: RouteID, in state: State) -> Bool {
    guard let toQuestion, let question = state[keyPath: toQuestion] else { return false }
    return question.proposed.index(of: route) != nil
  }

  private func tell(_ result: RouteResult<Value>) -> Effect<Action> {
    .send(self.result.embed(result))
  }
}
