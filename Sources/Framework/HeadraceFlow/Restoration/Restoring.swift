public import Headrace

extension Reducer {
  /// Restores a coordinator's stack.
  ///
  /// ```swift
  /// var body: some ReducerOf<Self> {
  ///   Reduce { state, action in … }
  ///     .forEachRoute(\.routes, action: \.router) { ShopScreen.body }
  ///     .restoring(shopArchive, state: \.restoration, action: \.restoration)
  /// }
  /// ```
  ///
  /// The host sends `.restoration(.restore(bytes))`. The archive's stack is proposed as
  /// `.updateRoutes` to the reducer that this is applied to, so its route guards decide about it.
  /// Then the coordinator receives `.restored` or `.failed`, once for each archive. If the
  /// restoration failed, the stack is unchanged or, with `.failed(.redirected)`, the one that a
  /// guard replaced it with.
  ///
  /// Coordinators among the screens restore their own stacks from the archive, by their own
  /// `.restoring`: see ``ScreenArchive/nesting(_:by:)``.
  ///
  /// A screen whose effect was in flight when the process ended continues as specified by its
  /// ``ScreenArchive``: the effect is started again, or counts as failed, or the coordinator
  /// receives `.asks(id)`, asks its user, and sends `.answer(id, restarts:)`.
  ///
  /// - Parameters:
  ///   - archive: The archive of the stack.
  ///   - toRestoration: The property that contains the routes that wait for an answer.
  ///   - toRestorationAction: The case that contains the actions of a restoration.
  ///   - toQuestion: The property that contains a guard's question, as passed to
  ///     `routeGuard(asking:)`; `nil` if no guard asks. If a guard asks although this is `nil`, its
  ///     answer is reported as a misuse.
  public func restoring<Coordinator: Reducer, Screen: Reducer & SendableMetatype>(
    _ archive: RouteArchive<Coordinator, Screen>,
    state toRestoration: WritableKeyPath<State, RestorationState>,
    action toRestorationAction: CaseKeyPath<Action, RestorationAction>,
    asking toQuestion: KeyPath<State, RouteQuestion<Screen.State>?>? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Restoring<Self, Coordinator, Screen>
  where Coordinator.State == State, Coordinator.Action == Action {
    Restoring(
      base: self, archive: archive, toRestoration: toRestoration,
      restorationAction: AnyCasePath(toRestorationAction),
      routerAction: AnyCasePath(archive.toRouter), toQuestion: toQuestion,
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// A coordinator whose stack can be restored; created by `restoring`.
public struct Restoring<
  Base: Reducer, Coordinator: Reducer, Screen: Reducer & SendableMetatype
>: WrapperReducer
where Coordinator.State == Base.State, Coordinator.Action == Base.Action {
  /// The coordinator's state.
  public typealias State = Base.State

  /// The coordinator's action.
  public typealias Action = Base.Action

  /// The coordinator, with its screens and guards.
  public let base: Base

  let archive: RouteArchive<Coordinator, Screen>
  let toRestoration: WritableKeyPath<State, RestorationState>
  let restorationAction: AnyCasePath<Action, RestorationAction>
  let routerAction: AnyCasePath<Action, IndexedRouterActionOf<Screen>>
  let toQuestion: KeyPath<State, RouteQuestion<Screen.State>?>?
  let site: CallSite

  /// Runs the coordinator, then handles the restoration.
  public func reduce(
    into state: inout State, action: Action, base: CompiledReducer<State, Action>
  ) -> Effect<Action> {
    let (isUnsure, isPending) = state[keyPath: toRestoration].outlook
    if isUnsure,
      AskedOperator.restoring.reportsAnswer(in: routerAction.extract(action), at: site)
    {
      state[keyPath: toRestoration].isUnsure = false
    }
    let before = isPending ? routesBeforeAnswer(action, in: state) : nil
    var effect = base.reduce(into: &state, action: action)
    if let pending = state[keyPath: toRestoration].pending {
      effect = effect.merge(with: settle(pending, after: before, in: &state, base))
    }
    switch restorationAction.extract(action) {
    case .restore(let bytes):
      return effect.merge(with: restore(bytes, in: &state, base))
    case .answer(let id, let restarts):
      return effect.merge(with: answer(id, restarts: restarts, in: &state))
    case .restored, .failed, .asks, nil:
      forgetLeftRoutes(in: &state)
      return effect
    }
  }

  /// Returns the stack if a guard has its answer about an archive: a redirection changes the stack.
  private func routesBeforeAnswer(_ action: Action, in state: State) -> [Route<Screen.State>]? {
    guard case .guarded(.answered)? = routerAction.extract(action) else { return nil }
    return state[keyPath: archive.toRoutes]
  }

  private func restore(
    _ bytes: [UInt8], in state: inout State, _ base: CompiledReducer<State, Action>
  ) -> Effect<Action> {
    var stack: RestoredStack<Screen.State>
    do throws(RouteArchiveError) {
      stack = try archive.decode(bytes)
    } catch {
      return tell(.failed(error))
    }
    for index in stack.routes.indices {
      guard case .fail(let screen)? = interruption(of: stack.routes[index].screen) else { continue }
      stack.routes[index].screen = screen
    }
    let before = state[keyPath: archive.toRoutes]
    var effect = base.reduce(
      into: &state, action: routerAction.embed(.updateRoutes(stack.routes)))
    // This stack may have replaced another that a guard asked about.
    if let earlier = state[keyPath: toRestoration].pending {
      effect = effect.merge(with: settle(earlier, after: nil, in: &state, base))
    }
    guard let top = stack.routes.last?.id else { return effect }
    let pending = PendingRestoration(
      proposal: StackProposal(top: top), requests: stack.requests, nested: stack.nested,
      replacedScreen: stack.replacedScreen)
    return effect.merge(with: settle(pending, after: before, in: &state, base))
  }

  /// Ends a restoration, unless a guard is still asking.
  ///
  /// - Parameters:
  ///   - pending: The restoration.
  ///   - before: The stack before the guards had decided; `nil` if they have decided nothing.
  ///   - state: The coordinator's state.
  ///   - base: The coordinator.
  private func settle(
    _ pending: PendingRestoration, after before: [Route<Screen.State>]?, in state: inout State,
    _ base: CompiledReducer<State, Action>
  ) -> Effect<Action> {
    let outcome = pending.proposal.outcome(
      on: state[keyPath: archive.toRoutes],
      question: toQuestion.flatMap { state[keyPath: $0] })
    if outcome == .asked {
      state[keyPath: toRestoration].pending = pending
      return .none
    }
    if state[keyPath: toRestoration].pending?.proposal == pending.proposal {
      state[keyPath: toRestoration].pending = nil
    }
    state[keyPath: toRestoration].isUnsure = toQuestion == nil && outcome == .refused
    if outcome == .taken { return resume(pending, in: &state, base) }
    let isRedirected = before.map { !state[keyPath: archive.toRoutes].hasRoutes(of: $0) } ?? false
    return tell(.failed(isRedirected ? .redirected : .guarded))
  }

  /// Continues the requests and effects of the restored stack.
  private func resume(
    _ pending: PendingRestoration, in state: inout State, _ base: CompiledReducer<State, Action>
  ) -> Effect<Action> {
    for (name, toRequest) in archive.requests {
      guard let id = pending.requests[name] else { continue }
      state[keyPath: toRequest] = RouteRequest(waitingFor: id)
    }
    var effects = [tell(.restored(replacedScreen: pending.replacedScreen))]
    // Coordinators among the screens receive their stacks before any observer sees them.
    for route in state[keyPath: archive.toRoutes] {
      guard let bytes = pending.nested[route.id],
        let action = archive.screen(covering: route.screen)?.restoreNested(bytes)
      else { continue }
      effects.append(
        base.reduce(
          into: &state, action: routerAction.embed(.routeAction(id: route.id, action: action))))
    }
    var asking: [RouteID] = []
    for route in state[keyPath: archive.toRoutes] {
      switch interruption(of: route.screen) {
      case .restart(let action):
        effects.append(.send(routerAction.embed(.routeAction(id: route.id, action: action))))
      case .ask:
        asking.append(route.id)
        effects.append(tell(.asks(route.id)))
      case .fail, nil:
        break
      }
    }
    state[keyPath: toRestoration].asking = asking
    return .merge(effects)
  }

  private func answer(
    _ id: RouteID, restarts: Bool, in state: inout State
  ) -> Effect<Action> {
    guard let place = state[keyPath: toRestoration].asking.firstIndex(of: id) else { return .none }
    state[keyPath: toRestoration].asking.remove(at: place)
    guard let index = state[keyPath: archive.toRoutes].firstIndex(where: { $0.id == id }),
      case .ask(let action, let failed)? = interruption(
        of: state[keyPath: archive.toRoutes][index].screen)
    else { return .none }
    if restarts { return .send(routerAction.embed(.routeAction(id: id, action: action))) }
    state[keyPath: archive.toRoutes][index].screen = failed
    return .none
  }

  /// Forgets removed routes, which no longer wait for an answer.
  private func forgetLeftRoutes(in state: inout State) {
    let asking = state[keyPath: toRestoration].asking
    guard !asking.isEmpty else { return }
    let known = Set(state[keyPath: archive.toRoutes].map(\.id))
    guard !known.isSuperset(of: asking) else { return }
    state[keyPath: toRestoration].asking = asking.filter(known.contains)
  }

  private func interruption(of screen: Screen.State) -> ArchivedScreen<Screen>.Interruption? {
    archive.screen(covering: screen)?.interruption(screen)
  }

  private func tell(_ action: RestorationAction) -> Effect<Action> {
    .send(restorationAction.embed(action))
  }
}
