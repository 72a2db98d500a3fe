import Headrace

/// A receiver of links, which opens each one immediately, lets it wait, or drops it.
///
/// The owner implements the opening of a link: ``DeepLinking`` and ``DeepLinkHandover``.
struct LinkIntake<Base: Reducer> {
  typealias State = Base.State
  typealias Action = Base.Action

  let toLinks: WritableKeyPath<State, DeepLinkState>
  let linkAction: AnyCasePath<Action, DeepLinkAction>
  let waitMax: Duration?
  /// Returns the reason why a URL can't be opened.
  let refusal: (_ url: String) -> DeepLinkError?
  /// Decides whether a link is opened in a given state.
  let gate: (State, DeepLink) -> DeepLinkGate

  private enum CancelID { case waiting }

  /// Handles links after the coordinator has seen an action.
  ///
  /// - Parameters:
  ///   - state: The coordinator's state.
  ///   - action: The action that the coordinator has seen.
  ///   - hadWaiting: True if a link was waiting before the coordinator saw the action.
  ///   - apply: Opens a link.
  func reduce(
    into state: inout State, action: Action, hadWaiting: Bool,
    apply: (DeepLink, inout State) -> Effect<Action>
  ) -> Effect<Action> {
    let effect = reduceAction(into: &state, action: action, apply: apply)
    let isTakenBack = hadWaiting && state[keyPath: toLinks].waiting == nil
    return isTakenBack ? stopClock().merge(with: effect) : effect
  }

  private func reduceAction(
    into state: inout State, action: Action, apply: (DeepLink, inout State) -> Effect<Action>
  ) -> Effect<Action> {
    switch linkAction.extract(action) {
    case .open(let url, let mode):
      return open(DeepLink(url, mode: mode), in: &state, apply)
    case .waitedTooLong:
      guard let link = stopWaiting(in: &state) else { return .none }
      return tell(.dropped(link, .expired))
    case .opened, .dropped, nil:
      guard let link = state[keyPath: toLinks].waiting else { return .none }
      return openAfterWait(link, in: &state, apply)
    }
  }

  private func open(
    _ link: DeepLink, in state: inout State, _ apply: (DeepLink, inout State) -> Effect<Action>
  ) -> Effect<Action> {
    switch gate(state, link) {
    case .open:
      return .merge(replaceWaiting(in: &state), apply(link, &state))
    case .drop(let reason):
      // A waiting link is not replaced by a link that can't be opened.
      return tell(.dropped(link, .refused(reason: reason)))
    case .wait:
      // A link that can't be read does not wait.
      if let error = refusal(link.url) { return tell(.dropped(link, .unreadable(error))) }
      let replaced = replaceWaiting(in: &state)
      state[keyPath: toLinks].waiting = link
      return .merge(replaced, startClock())
    }
  }

  private func replaceWaiting(in state: inout State) -> Effect<Action> {
    stopWaiting(in: &state).map { tell(.dropped($0, .replaced)) } ?? .none
  }

  private func openAfterWait(
    _ link: DeepLink, in state: inout State, _ apply: (DeepLink, inout State) -> Effect<Action>
  ) -> Effect<Action> {
    switch gate(state, link) {
    case .wait:
      return .none
    case .open:
      _ = stopWaiting(in: &state)
      return apply(link, &state)
    case .drop(let reason):
      _ = stopWaiting(in: &state)
      return tell(.dropped(link, .refused(reason: reason)))
    }
  }

  func tell(_ action: DeepLinkAction) -> Effect<Action> {
    .send(linkAction.embed(action))
  }
}

// MARK: - Waiting

extension LinkIntake {
  private func stopWaiting(in state: inout State) -> DeepLink? {
    guard let link = state[keyPath: toLinks].waiting else { return nil }
    state[keyPath: toLinks].waiting = nil
    return link
  }

  private func startClock() -> Effect<Action> {
    guard let waitMax else { return .none }
    @Dependency(\.continuousClock) var clock
    return tell(.waitedTooLong).debounce(id: CancelID.waiting, for: waitMax, clock: clock)
  }

  private func stopClock() -> Effect<Action> {
    waitMax == nil ? .none : .cancel(id: CancelID.waiting)
  }
}
