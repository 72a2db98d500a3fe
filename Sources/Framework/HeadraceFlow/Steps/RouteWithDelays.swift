public import Headrace

extension DependencyValues {
  /// How long a host needs to show one step of a change; `nil`, the default, for one that can show
  /// any change at once.
  ///
  /// A host that animates, and can present or push only one screen at a time, sets it where it
  /// makes its store. See ``Headrace/Effect/routeWithDelaysIfUnsupported(_:action:_:)``.
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
  /// Changes a route stack, one step at a time where the host can't show the change at once.
  ///
  /// ```swift
  /// return .routeWithDelaysIfUnsupported(state.routes, action: \.router) {
  ///   $0.dismissAll()
  ///   $0.push(.receipt(Receipt.State()))
  /// }
  /// ```
  ///
  /// Where `routeStepDelay` is `nil` the stack is changed by one `.updateRoutes`. Otherwise each
  /// step is an action `.steps`, and the next follows after the delay, on `continuousClock`. Guards
  /// are asked about each. Where the stack is not as the last step left it, because the user went
  /// elsewhere meanwhile or a guard refused, the steps that are left are dropped.
  ///
  /// - Parameters:
  ///   - routes: The stack as it is.
  ///   - toRouterAction: The case that holds the actions of the stack.
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
    guard delay != nil else { return .send(embed(.updateRoutes(target))) }
    return .send(embed(.steps(RouteSteps(from: routes, to: target))))
  }
}

extension ForEachRouteNode {
  /// Makes one step, and plans the next.
  @usableFromInline
  func make(
    _ steps: RouteSteps<Screen.State>, in state: inout Base.State,
    action: UnsafePointer<Base.Action>
  ) -> Effect<Base.Action> {
    let current = routes.modifyStored(&state) { $0 }
    // The user went elsewhere, or a guard has refused the step before.
    guard current.map(\.id) == steps.basis, let next = steps.stacks.first else {
      return reduceBase(into: &state, action: action)
    }
    if let flaw = next.flawOfStack() {
      reportFlawedStack(next, flaw)
      return reduceBase(into: &state, action: action)
    }
    let (isTaken, effect) = propose(next.withScreens(of: current), by: .coordinator, in: &state)
    guard isTaken else { return effect }
    return effect.merge(with: reduceBase(into: &state, action: action))
      .merge(with: steps.rest.map { planned($0) } ?? .none)
  }

  private func planned(_ steps: RouteSteps<Screen.State>) -> Effect<Base.Action> {
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

/// Changes a route stack, one step at a time where the host can't show the change at once.
///
/// It is ``Headrace/Effect/routeWithDelaysIfUnsupported(_:action:_:)`` in the spelling of TCAFlow.
///
/// - Parameters:
///   - routes: The stack as it is.
///   - toRouterAction: The case that holds the actions of the stack.
///   - change: Changes the stack.
public func routeWithDelaysIfUnsupported<Action, Screen, ScreenAction>(
  _ routes: [Route<Screen>],
  action toRouterAction: CaseKeyPath<Action, IndexedRouterAction<Screen, ScreenAction>>,
  _ change: (inout [Route<Screen>]) -> Void
) -> Effect<Action> {
  .routeWithDelaysIfUnsupported(routes, action: toRouterAction, change)
}
