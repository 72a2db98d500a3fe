public import Headrace

extension Reducer {
  /// Opens links on a coordinator's stack.
  ///
  /// ```swift
  /// var body: some ReducerOf<Self> {
  ///   Reduce { state, action in … }
  ///     .forEachRoute(\.routes, action: \.router) { ShopScreen.body }
  ///     .deepLinks(
  ///       shopLinks, state: \.links, action: \.links, routes: \.routes, router: \.router
  ///     ) { state in
  ///       state.isLoggedIn ? .open : .wait
  ///     }
  /// }
  /// ```
  ///
  /// The host sends `.links(.open(url))`. The link's routes are proposed to the reducer that this
  /// is applied to as `.updateRoutes`, so its route guards decide on them, and effects of routes
  /// that are left end. Then the coordinator is told `.opened` or `.dropped`, once for each link.
  ///
  /// While the gate says `.wait`, or a guard asks about another change, the link waits in the
  /// state. It is looked at again after every action that the coordinator gets, and opened as soon
  /// as it may be. One link waits at most: the newest, and the one before is dropped.
  ///
  /// - Parameters:
  ///   - parser: Turns URLs into routes.
  ///   - toLinks: The property that holds what waits.
  ///   - toLinkAction: The case that holds what happens to links.
  ///   - toRoutes: The property that holds the stack.
  ///   - toRouterAction: The case that holds the actions of the stack.
  ///   - toQuestion: The property that holds the question of a guard, as given to
  ///     `routeGuard(asking:)`; `nil` where no guard asks.
  ///   - waitMax: How long a link waits, on `\.continuousClock`; `nil` for as long as it takes.
  ///   - gate: Whether links are opened in a state. It is asked only while there is a link.
  public func deepLinks<ScreenState, ScreenAction>(
    _ parser: DeepLinkParser<ScreenState>,
    state toLinks: WritableKeyPath<State, DeepLinkState>,
    action toLinkAction: CaseKeyPath<Action, DeepLinkAction>,
    routes toRoutes: WritableKeyPath<State, [Route<ScreenState>]>,
    router toRouterAction: CaseKeyPath<Action, IndexedRouterAction<ScreenState, ScreenAction>>,
    asking toQuestion: KeyPath<State, RouteQuestion<ScreenState>?>? = nil,
    waitMax: Duration? = nil,
    gate: @escaping (_ state: State) -> DeepLinkGate = { _ in .open }
  ) -> DeepLinking<Self, ScreenState, ScreenAction> {
    DeepLinking(
      base: self, parser: parser, toLinks: toLinks, linkAction: AnyCasePath(toLinkAction),
      toRoutes: toRoutes, routerAction: AnyCasePath(toRouterAction), toQuestion: toQuestion,
      waitMax: waitMax, gate: gate)
  }
}

/// A coordinator whose stack links lead into; made by `deepLinks`.
public struct DeepLinking<Base: Reducer, ScreenState, ScreenAction>: WrapperReducer {
  /// The coordinator's state.
  public typealias State = Base.State

  /// The coordinator's action.
  public typealias Action = Base.Action

  /// The coordinator, with its screens and guards.
  public let base: Base

  let parser: DeepLinkParser<ScreenState>
  let toLinks: WritableKeyPath<State, DeepLinkState>
  let linkAction: AnyCasePath<Action, DeepLinkAction>
  let toRoutes: WritableKeyPath<State, [Route<ScreenState>]>
  let routerAction: AnyCasePath<Action, IndexedRouterAction<ScreenState, ScreenAction>>
  let toQuestion: KeyPath<State, RouteQuestion<ScreenState>?>?
  let waitMax: Duration?
  let gate: (State) -> DeepLinkGate

  private enum CancelID { case waiting }

  /// Runs the coordinator, then does what there is to do for links.
  public func reduce(
    into state: inout State, action: Action, base: CompiledReducer<State, Action>
  ) -> Effect<Action> {
    var effect = base.reduce(into: &state, action: action)
    if let link = state[keyPath: toLinks].asked {
      effect = effect.merge(with: settle(link, in: &state))
    }
    switch linkAction.extract(action) {
    case .open(let url, let mode):
      return effect.merge(with: open(DeepLink(url, mode: mode), in: &state, base))
    case .waitedTooLong:
      guard let link = stopWaiting(in: &state) else { return effect }
      return effect.merge(with: tell(.dropped(link, .expired)))
    case .opened, .dropped, nil:
      guard let link = state[keyPath: toLinks].waiting else { return effect }
      return effect.merge(with: openAfterWait(link, in: &state, base))
    }
  }

  private func open(
    _ link: DeepLink, in state: inout State, _ base: CompiledReducer<State, Action>
  ) -> Effect<Action> {
    let replaced = stopWaiting(in: &state).map { tell(.dropped($0, .replaced)) } ?? .none
    switch openness(in: state) {
    case .open:
      return .merge(replaced, stopClock(), apply(link, in: &state, base))
    case .drop(let reason):
      return .merge(replaced, stopClock(), tell(.dropped(link, .refused(reason: reason))))
    case .wait:
      // A link that can't be read is not worth waiting for.
      if let error = parser.refusal(of: link.url) {
        return .merge(replaced, stopClock(), tell(.dropped(link, .unreadable(error))))
      }
      state[keyPath: toLinks].waiting = link
      return .merge(replaced, startClock())
    }
  }

  private func openAfterWait(
    _ link: DeepLink, in state: inout State, _ base: CompiledReducer<State, Action>
  ) -> Effect<Action> {
    switch openness(in: state) {
    case .wait:
      return .none
    case .open:
      _ = stopWaiting(in: &state)
      return .merge(stopClock(), apply(link, in: &state, base))
    case .drop(let reason):
      _ = stopWaiting(in: &state)
      return .merge(stopClock(), tell(.dropped(link, .refused(reason: reason))))
    }
  }

  /// Proposes the link's routes, and tells what became of them.
  private func apply(
    _ link: DeepLink, in state: inout State, _ base: CompiledReducer<State, Action>
  ) -> Effect<Action> {
    let proposed: [Route<ScreenState>]
    do throws(DeepLinkError) {
      proposed = try parser.routes(
        for: link.url, mode: link.mode, onto: state[keyPath: toRoutes])
    } catch {
      return tell(.dropped(link, .unreadable(error)))
    }
    let effect = base.reduce(into: &state, action: routerAction.embed(.updateRoutes(proposed)))
    guard let top = proposed.last?.id else { return effect }
    state[keyPath: toLinks].proposal = StackProposal(top: top)
    return effect.merge(with: settle(link, in: &state))
  }

  /// Tells what became of a link's routes, unless a guard is still asking.
  private func settle(_ link: DeepLink, in state: inout State) -> Effect<Action> {
    guard let proposal = state[keyPath: toLinks].proposal else { return .none }
    let outcome = proposal.outcome(
      on: state[keyPath: toRoutes], question: toQuestion.flatMap { state[keyPath: $0] })
    if outcome == .asked {
      state[keyPath: toLinks].asked = link
      return .none
    }
    state[keyPath: toLinks].asked = nil
    state[keyPath: toLinks].proposal = nil
    return tell(outcome == .taken ? .opened(link) : .dropped(link, .guarded))
  }

  /// Whether links are opened: not while a guard asks, and else as the gate says.
  private func openness(in state: State) -> DeepLinkGate {
    let isAsking = toQuestion.map { state[keyPath: $0] != nil } ?? false
    let answer = gate(state)
    return isAsking && answer == .open ? .wait : answer
  }

  private func stopWaiting(in state: inout State) -> DeepLink? {
    guard let link = state[keyPath: toLinks].waiting else { return nil }
    state[keyPath: toLinks].waiting = nil
    return link
  }

  private func tell(_ action: DeepLinkAction) -> Effect<Action> {
    .send(linkAction.embed(action))
  }
}

// MARK: - Waiting

extension DeepLinking {
  private func startClock() -> Effect<Action> {
    guard let waitMax else { return .none }
    @Dependency(\.continuousClock) var clock
    return tell(.waitedTooLong).debounce(id: CancelID.waiting, for: waitMax, clock: clock)
  }

  private func stopClock() -> Effect<Action> {
    waitMax == nil ? .none : .cancel(id: CancelID.waiting)
  }
}
