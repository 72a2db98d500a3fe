public import Headrace

/// What must hold in every run of a feature, for `check`.
public struct Invariant<State, Action>: Sendable {
  /// What has happened.
  enum Event {
    /// The run begins with a state.
    case started(State)
    /// An action was reduced, which led to a state.
    case reduced(Action, State)
    /// Nothing else will happen.
    case ended
  }

  /// Makes what watches one run: it returns why the invariant does not hold, or `nil`.
  let makeMonitor: @Sendable () -> (Event) -> String?

  /// A condition on every state.
  ///
  /// - Parameters:
  ///   - name: What holds, for reports, such as `the balance is not negative`.
  ///   - holds: Whether it does.
  public static func always(
    _ name: String, _ holds: @escaping @Sendable (State) -> Bool
  ) -> Self {
    Self {
      { event in
        switch event {
        case .started(let state), .reduced(_, let state):
          holds(state) ? nil : "Invariant violated: \(name)."
        case .ended: nil
        }
      }
    }
  }

  /// A condition on every action and the state after it.
  ///
  /// - Parameters:
  ///   - name: What holds, for reports.
  ///   - holds: Whether it does.
  public static func always(
    _ name: String, _ holds: @escaping @Sendable (Action, State) -> Bool
  ) -> Self {
    Self {
      { event in
        guard case .reduced(let action, let state) = event, !holds(action, state) else {
          return nil
        }
        return "Invariant violated: \(name)."
      }
    }
  }

  /// After an action of a case, one of another case never comes.
  ///
  /// - Parameters:
  ///   - forbidden: The case that must not come, such as `\.refreshed`.
  ///   - start: The case after which it must not, such as `\.loggedOut`.
  public static func never(
    _ forbidden: any PartialCaseKeyPath<Action> & Sendable,
    after start: any PartialCaseKeyPath<Action> & Sendable
  ) -> Self where Action: CasePathable & SendableMetatype {
    never(forbidden, after: start) { _ in false }
  }

  /// After an action of a case, one of another case never comes, until one of a third comes.
  ///
  /// - Parameters:
  ///   - forbidden: The case that must not come, such as `\.signed`.
  ///   - start: The case after which it must not, such as `\.lockButtonTapped`.
  ///   - end: The case after which it may again, such as `\.unlocked`.
  public static func never(
    _ forbidden: any PartialCaseKeyPath<Action> & Sendable,
    after start: any PartialCaseKeyPath<Action> & Sendable,
    until end: any PartialCaseKeyPath<Action> & Sendable
  ) -> Self where Action: CasePathable & SendableMetatype {
    never(forbidden, after: start) { $0.is(end) }
  }

  private static func never(
    _ forbidden: any PartialCaseKeyPath<Action> & Sendable,
    after start: any PartialCaseKeyPath<Action> & Sendable,
    until isEnd: @escaping @Sendable (Action) -> Bool
  ) -> Self where Action: CasePathable & SendableMetatype {
    Self {
      var isForbidden = false
      return { event in
        guard case .reduced(let action, _) = event else { return nil }
        if isForbidden, action.is(forbidden) {
          return "\(name(of: forbidden)) came after \(name(of: start))."
        }
        if action.is(start) { isForbidden = true }
        if isEnd(action) { isForbidden = false }
        return nil
      }
    }
  }

  /// After the last action of a case, one of another case comes before the run ends.
  ///
  /// - Parameters:
  ///   - cause: The first case, such as `\.submitted`.
  ///   - result: The second, such as `\.settled`.
  public static func leads(
    from cause: any PartialCaseKeyPath<Action> & Sendable,
    to result: any PartialCaseKeyPath<Action> & Sendable
  ) -> Self where Action: CasePathable & SendableMetatype {
    Self {
      var isWaiting = false
      return { event in
        switch event {
        case .started: return nil
        case .reduced(let action, _):
          isWaiting = action.is(cause) || isWaiting && !action.is(result)
          return nil
        case .ended:
          return isWaiting ? "\(name(of: cause)) was not followed by \(name(of: result))." : nil
        }
      }
    }
  }
}

private func name<Action: CasePathable>(of keyPath: PartialCaseKeyPath<Action>) -> String {
  TestStoreFailure.name(ofCase: keyPath)
}

/// Watches a store's actions, and keeps the first reason why an invariant does not hold.
final class InvariantInstrument<State, Action>: StoreInstrument {
  private let monitors: [(Invariant<State, Action>.Event) -> String?]
  private(set) var failure: String?

  init(_ invariants: [Invariant<State, Action>]) {
    monitors = invariants.map { $0.makeMonitor() }
  }

  func actionReduced(_ action: Action, id: ActionID, state: State) {
    note(.reduced(action, state))
  }

  func note(_ event: Invariant<State, Action>.Event) {
    for monitor in monitors {
      if let text = monitor(event), failure == nil { failure = text }
    }
  }
}
