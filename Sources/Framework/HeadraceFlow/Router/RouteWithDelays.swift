public import Headrace

extension DependencyValues {
  /// The time that a host needs to show one step of a change; `nil`, the default, if it can show
  /// any change immediately.
  ///
  /// A host with animations that can present or push only one screen at a time sets it when it
  /// creates its store. See ``Headrace/Effect/routeWithDelaysIfUnsupported(_:action:_:)``.
  public var routeStepDelay: Duration? {
    get { self[RouteStepDelayKey.self] }
    set { self[RouteStepDelayKey.self] = newValue }
  }
}

private enum RouteStepDelayKey: DependencyKey {
  static var liveValue: Duration? { nil }
  static var testValue: Duration? { nil }
}

extension Effect {
  /// Changes a route stack, one step at a time if the host can't show the whole change immediately.
  ///
  /// ```swift
  /// return .routeWithDelaysIfUnsupported(state.routes, action: \.router) {
  ///   $0.dismissAll()
  ///   $0.push(.receipt(Receipt.State()))
  /// }
  /// ```
  ///
  /// Each step is an action `.steps`, and the next follows after the delay, on `continuousClock`.
  /// If `routeStepDelay` is `nil`, the whole change is one step. Guards decide about each step, as
  /// about any change of the coordinator. While a guard waits for an answer, the remaining steps
  /// wait, too. If the stack differs from the result of the last step, because the user went
  /// elsewhere or a guard refused, the remaining steps are dropped. A screen above one that the
  /// change removes is removed and added again; its effects end.
  ///
  /// - Parameters:
  ///   - routes: The current stack.
  ///   - toRouterAction: The case that contains the actions of the stack.
  ///   - change: Changes the stack.
  public static func routeWithDelaysIfUnsupported<Screen, ScreenAction>(
    _ routes: [Route<Screen>],
    action toRouterAction: CaseKeyPath<Action, IndexedRouterAction<Screen, ScreenAction>>,
    _ change: (inout [Route<Screen>]) -> Void
  ) -> Self {
    var target = routes
    change(&target)
    let embed = AnyCasePath(toRouterAction).embed
    @Dependency(\.routeStepDelay) var delay
    let steps =
      delay == nil
      ? RouteSteps(basis: routes.map(\.id), stacks: [target]) : RouteSteps(from: routes, to: target)
    return .send(embed(.steps(steps)))
  }
}

extension _ForEachRouteNode {
  /// Takes one step, and schedules the next.
  @usableFromInline
  func make(
    _ steps: RouteSteps<Screen.State>, in state: inout Base.State,
    action: Base.Action
  ) -> Effect<Base.Action> {
    let current = routes.look(at: &state) { $0 }
    // The user went elsewhere, or a guard has refused the previous step.
    guard current.map(\.id) == steps.basis, let next = steps.stacks.first else {
      return reduceBase(into: &state, action: action)
    }
    if let flaw = next.stackValidationError() {
      reportFlawedStack(next, flaw)
      return reduceBase(into: &state, action: action)
    }
    let (isTaken, effect) = propose(
      next.withScreens(of: current), by: .coordinator, followedBy: steps.rest, in: &state)
    guard isTaken else { return effect }
    return effect.merge(with: reduceBase(into: &state, action: action))
      .merge(with: plan(steps.rest))
  }

  /// Schedules the remaining steps after the delay.
  func plan(_ steps: RouteSteps<Screen.State>?) -> Effect<Base.Action> {
    guard let steps else { return .none }
    @Dependency(\.continuousClock) var clock
    @Dependency(\.routeStepDelay) var delay
    let embed = routerAction.embed
    return Effect<Void>.run(name: "routeStep") { [clock, delay = delay ?? .zero] send in
      try await clock.sleep(for: delay)
      await send(())
    }
    .map { embed(.steps(steps)) }
  }
}

/// Changes a route stack, one step at a time if the host can't show the whole change immediately.
///
/// It is ``Headrace/Effect/routeWithDelaysIfUnsupported(_:action:_:)`` under TCAFlow's name.
///
/// - Parameters:
///   - routes: The current stack.
///   - toRouterAction: The case that contains the actions of the stack.
///   - change: Changes the stack.
public func routeWithDelaysIfUnsupported<Action, Screen, ScreenAction>(
  _ routes: [Route<Screen>],
  action toRouterAction: CaseKeyPath<Action, IndexedRouterAction<Screen, ScreenAction>>,
  _ change: (inout [Route<Screen>]) -> Void
) -> Effect<Action> {
  .routeWithDelaysIfUnsupported(routes, action: toRouterAction, change)
}
