public import Headrace

// MARK: - Asking the Guards

extension _ForEachRouteNode {
  /// Runs the coordinator.
  ///
  /// Its changes to the routes are undone, and turned into a proposal.
  @usableFromInline
  func reduceGuarded(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let before = routes.look(at: &state) { $0 }
    let effect = base.reduce(into: &state, action: action)
    let after = routes.look(at: &state) { $0 }
    guard !after.hasRoutes(of: before) else { return effect }
    routes.modifyByProperty(&state) { $0 = before.withScreens(of: after) }
    return effect.merge(with: propose(after, by: .coordinator, in: &state).effect)
  }

  /// Changes the stack if the guards allow it; handles every change that the base does not make
  /// itself.
  ///
  /// - Parameters:
  ///   - proposed: A stack whose known routes have their current screens.
  ///   - source: The source of the proposal.
  ///   - steps: The steps that follow the change, if a guard asks about it and then allows it.
  ///   - state: The coordinator's state.
  /// - Returns: True if the proposed stack is now shown, and the event for the coordinator.
  func propose(
    _ proposed: [Route<Screen.State>], by source: RouteChangeSource,
    followedBy steps: RouteSteps<Screen.State>? = nil, in state: inout Base.State
  ) -> (isTaken: Bool, effect: Effect<Base.Action>) {
    let isChange = routes.look(at: &state) { !proposed.hasRoutes(of: $0) }
    guard isChange else { return (true, .none) }
    guard !guards.isEmpty else {
      routes.modifyByProperty(&state) { $0 = proposed }
      return (true, .none)
    }
    var withdrawal = Effect<Base.Action>.none
    if let place = guards.place, let question = state[keyPath: place.toQuestion] {
      guard place.secondProposal == .replace else {
        return (false, reject(proposed, .busy, "A guard is asking about another change."))
      }
      withdrawal = withdraw(question, from: &state)
    }
    let proposal = RouteProposal(
      proposed: proposed, target: proposed, source: source, settled: [], steps: steps)
    let (isTaken, effect) = decide(proposal, in: &state)
    return (isTaken, withdrawal.merge(with: effect))
  }

  /// Asks all guards that have not settled a proposal, in order.
  private func decide(
    _ proposal: RouteProposal<Screen.State>, in state: inout Base.State
  ) -> (isTaken: Bool, effect: Effect<Base.Action>) {
    var proposal = proposal
    let current = routes.look(at: &state) { $0 }
    var index = 0
    while index < guards.all.count {
      defer { index += 1 }
      if proposal.settled.contains(index) { continue }
      let change = RouteChange(
        state: state, current: current, proposed: proposal.target, source: proposal.source)
      switch guards.all[index].decide(change) {
      case .decided(.allow):
        continue
      case .decided(.reject(let reason)):
        return (false, reject(proposal.proposed, .guarded, reason))
      case .decided(.redirect(let routes)):
        guard redirect(&proposal, to: routes, by: index, from: current) else {
          return (false, reject(proposal.proposed, .guarded, "A guard returned an invalid stack."))
        }
        // All others decide about the new stack. Each redirects at most once, so the loop ends.
        index = -1
      case .ask(let operation):
        proposal.settled.insert(index)
        return (false, ask(index, operation, about: proposal, from: current, in: &state))
      }
    }
    return apply(proposal, to: &state)
  }

  private func redirect(
    _ proposal: inout RouteProposal<Screen.State>, to newRoutes: [Route<Screen.State>],
    by index: Int, from current: [Route<Screen.State>]
  ) -> Bool {
    if let flaw = newRoutes.stackValidationError() {
      reportFlawedStack(newRoutes, flaw)
      return false
    }
    proposal.settled.insert(index)
    proposal.target = newRoutes.withScreens(of: current)
    proposal.isRedirected = true
    return true
  }

  private func apply(
    _ proposal: RouteProposal<Screen.State>, to state: inout Base.State
  ) -> (isTaken: Bool, effect: Effect<Base.Action>) {
    routes.modifyByProperty(&state) { $0 = proposal.target }
    guard proposal.isRedirected else { return (true, .none) }
    return (
      false,
      tell(.redirected(RouteRedirection(proposed: proposal.proposed, taken: proposal.target)))
    )
  }

  private func reject(
    _ proposed: [Route<Screen.State>], _ cause: RouteRejection<Screen.State>.Cause,
    _ reason: String
  ) -> Effect<Base.Action> {
    tell(.rejected(RouteRejection(proposed: proposed, cause: cause, reason: reason)))
  }

  private func tell(_ event: RouteGuardEvent<Screen.State>) -> Effect<Base.Action> {
    .send(routerAction.embed(.guarded(event)))
  }
}

// MARK: - Waiting for an Answer

extension _ForEachRouteNode {
  private func ask(
    _ index: Int, _ operation: @escaping @Sendable () async throws -> sending Result,
    about proposal: RouteProposal<Screen.State>, from current: [Route<Screen.State>],
    in state: inout Base.State
  ) -> Effect<Base.Action> {
    guard let place = guards.place, let questionID else { return .none }
    let question = RouteQuestion(
      proposed: proposal.proposed, target: proposal.target, source: proposal.source,
      basis: current.map(\.id), settled: proposal.settled,
      isRedirected: proposal.isRedirected, steps: proposal.steps)
    state[keyPath: place.toQuestion] = question
    let embed = routerAction.embed
    let site = guards.all[index].site
    return Effect<Outcome>.run(
      name: "routeGuard",
      operation: { send in
        do {
          await send(.result(try await operation()))
        } catch {
          // If the effect was not cancelled, a `CancellationError` is an error like any other.
          if error is CancellationError, Task.isCancelled { return }
          await send(.failure("\(error)"))
        }
      },
      fileID: site.fileID, filePath: site.filePath, line: site.line, column: site.column
    )
    .scoped(
      at: .optional(node: questionID, identity: AnyHashable(question.id)), site: site,
      embed: { [id = question.id] outcome in
        embed(.guarded(.answered(RouteGuardAnswer(id: id, outcome: outcome))))
      })
  }

  /// Marks the scope of a guard's question as lost if the question was removed from the state, by
  /// any code.
  @usableFromInline
  func markWithdrawnQuestionLost(at node: Int, in scope: _EffectScope, state: inout Base.State) {
    let question = guards.place.flatMap { state[keyPath: $0.toQuestion]?.id }
    _ = scope.childToSearch(
      at: node, ifAt: question.map { .optional(node: node, identity: AnyHashable($0)) })
  }

  /// The result that a guard returned.
  private typealias Result = RouteGuardResult<Screen.State>
  private typealias Outcome = RouteGuardAnswer<Screen.State>.Outcome

  private func withdraw(
    _ question: RouteQuestion<Screen.State>, from state: inout Base.State
  ) -> Effect<Base.Action> {
    if let place = guards.place { state[keyPath: place.toQuestion] = nil }
    return reject(
      question.proposed, .superseded, "Another change was proposed before the guard answered.")
  }

  /// Makes the change that a guard was asked about, if that is still possible.
  @usableFromInline
  func take(
    _ answer: RouteGuardAnswer<Screen.State>, in state: inout Base.State
  ) -> Effect<Base.Action> {
    // The answer to a withdrawn question is ignored.
    guard let place = guards.place, let question = state[keyPath: place.toQuestion],
      question.id == answer.id
    else { return .none }
    state[keyPath: place.toQuestion] = nil
    let current = routes.look(at: &state) { $0 }
    guard current.map(\.id) == question.basis else {
      return reject(
        question.proposed, .superseded, "The stack was changed before the guard answered.")
    }
    var proposal = RouteProposal(
      proposed: question.proposed, target: question.target.withScreens(of: current),
      source: question.source, settled: question.settled, steps: question.steps,
      isRedirected: question.isRedirected)
    switch answer.outcome {
    case .failure(let description):
      return reject(question.proposed, .failed, description)
    case .result(.reject(let reason)):
      return reject(question.proposed, .guarded, reason)
    case .result(.redirect(let routes)):
      if let flaw = routes.stackValidationError() {
        reportFlawedStack(routes, flaw)
        return reject(question.proposed, .guarded, "A guard returned an invalid stack.")
      }
      proposal.target = routes.withScreens(of: current)
      proposal.isRedirected = true
    case .result(.allow):
      break
    }
    let (isTaken, effect) = decide(proposal, in: &state)
    return isTaken ? effect.merge(with: plan(question.steps)) : effect
  }
}

/// A proposed change, while the guards decide about it.
private struct RouteProposal<Screen> {
  /// The original proposal.
  let proposed: [Route<Screen>]
  /// The final stack.
  var target: [Route<Screen>]
  let source: RouteChangeSource
  /// The guards that are not called again.
  var settled: Set<Int>
  /// The steps that follow it.
  let steps: RouteSteps<Screen>?
  var isRedirected = false
}
