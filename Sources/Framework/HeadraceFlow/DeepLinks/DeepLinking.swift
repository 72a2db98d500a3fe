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
  /// The host sends `.links(.open(url))`. The link's routes are proposed as `.updateRoutes` to the
  /// reducer that this is applied to. So its route guards decide about them, and the effects of
  /// removed routes end. Then the coordinator receives `.opened` or `.dropped`, once for each link.
  ///
  /// While the gate returns `.wait`, or a guard is asking about another change, the link waits in
  /// the state. It is checked again after every action of the coordinator, and opened as soon as
  /// possible. Only the newest link waits; the previous one is dropped.
  ///
  /// - Parameters:
  ///   - parser: Turns URLs into routes.
  ///   - toLinks: The property that contains the state of links.
  ///   - toLinkAction: The case that contains the actions of links.
  ///   - toRoutes: The property that contains the stack.
  ///   - toRouterAction: The case that contains the actions of the stack.
  ///   - toQuestion: The property that contains a guard's question, as passed to
  ///     `routeGuard(asking:)`; `nil` if no guard asks. If a guard asks although this is `nil`, its
  ///     answer is reported as a misuse.
  ///   - waitMax: The maximum time that a link waits, on `\.continuousClock`; `nil` for no limit.
  ///   - gate: Decides whether links are opened in a given state. It is called only while there is
  ///     a link.
  public func deepLinks<ScreenState, ScreenAction>(
    _ parser: DeepLinkParser<ScreenState>,
    state toLinks: WritableKeyPath<State, DeepLinkState>,
    action toLinkAction: CaseKeyPath<Action, DeepLinkAction>,
    routes toRoutes: WritableKeyPath<State, [Route<ScreenState>]>,
    router toRouterAction: CaseKeyPath<Action, IndexedRouterAction<ScreenState, ScreenAction>>,
    asking toQuestion: KeyPath<State, RouteQuestion<ScreenState>?>? = nil,
    waitMax: Duration? = nil,
    gate: @escaping (_ state: State) -> DeepLinkGate = { _ in .open },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> DeepLinking<Self, ScreenState, ScreenAction> {
    DeepLinking(
      base: self,
      intake: LinkIntake(
        toLinks: toLinks, linkAction: AnyCasePath(toLinkAction), waitMax: waitMax,
        refusal: parser.refusal(of:)
      ) { state, _ in
        // Even with an open gate, a link waits while a guard is asking about another change.
        let isAsking = toQuestion.map { state[keyPath: $0] != nil } ?? false
        let answer = gate(state)
        return isAsking && answer == .open ? .wait : answer
      },
      parser: parser, toRoutes: toRoutes, routerAction: AnyCasePath(toRouterAction),
      toQuestion: toQuestion,
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// A coordinator whose stack can be opened by links; created by `deepLinks`.
public struct DeepLinking<Base: Reducer, ScreenState, ScreenAction>: WrapperReducer {
  /// The coordinator's state.
  public typealias State = Base.State

  /// The coordinator's action.
  public typealias Action = Base.Action

  /// The coordinator, with its screens and guards.
  public let base: Base

  let intake: LinkIntake<Base>
  let parser: DeepLinkParser<ScreenState>
  let toRoutes: WritableKeyPath<State, [Route<ScreenState>]>
  let routerAction: AnyCasePath<Action, IndexedRouterAction<ScreenState, ScreenAction>>
  let toQuestion: KeyPath<State, RouteQuestion<ScreenState>?>?
  let site: CallSite

  /// Runs the coordinator, then handles links.
  public func reduce(
    into state: inout State, action: Action, base: CompiledReducer<State, Action>
  ) -> Effect<Action> {
    let (isUnsure, hadWaiting) = state[keyPath: intake.toLinks].outlook
    if isUnsure,
      AskedOperator.deepLinks.reportsAnswer(in: routerAction.extract(action), at: site)
    {
      state[keyPath: intake.toLinks].isUnsure = false
    }
    var effect = base.reduce(into: &state, action: action)
    if let link = state[keyPath: intake.toLinks].asked {
      effect = effect.merge(with: settle(link, in: &state))
    }
    return effect.merge(
      with: intake.reduce(into: &state, action: action, hadWaiting: hadWaiting) {
        apply($0, in: &$1, base)
      })
  }

  /// Proposes the link's routes, and reports the outcome.
  private func apply(
    _ link: DeepLink, in state: inout State, _ base: CompiledReducer<State, Action>
  ) -> Effect<Action> {
    let proposed: [Route<ScreenState>]
    do throws(DeepLinkError) {
      proposed = try parser.routes(
        for: link.url, mode: link.mode, onto: state[keyPath: toRoutes])
    } catch {
      return intake.tell(.dropped(link, .unreadable(error)))
    }
    let effect = base.reduce(into: &state, action: routerAction.embed(.updateRoutes(proposed)))
    guard let top = proposed.last?.id else { return effect }
    state[keyPath: intake.toLinks].proposal = StackProposal(top: top)
    return effect.merge(with: settle(link, in: &state))
  }

  /// Reports the outcome of a link's routes, unless a guard is still asking.
  private func settle(_ link: DeepLink, in state: inout State) -> Effect<Action> {
    guard let proposal = state[keyPath: intake.toLinks].proposal else { return .none }
    let outcome = proposal.outcome(
      on: state[keyPath: toRoutes], question: toQuestion.flatMap { state[keyPath: $0] })
    if outcome == .asked {
      state[keyPath: intake.toLinks].asked = link
      return .none
    }
    state[keyPath: intake.toLinks].asked = nil
    state[keyPath: intake.toLinks].proposal = nil
    state[keyPath: intake.toLinks].isUnsure = toQuestion == nil && outcome == .refused
    return intake.tell(outcome == .taken ? .opened(link) : .dropped(link, .guarded))
  }
}
