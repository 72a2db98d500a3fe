public import Headrace

/// A condition that must be true in every run of a feature, for `check`.
public struct Invariant<State, Action>: Sendable {
  /// An event of a run.
  enum Event {
    /// The run begins with a state.
    case started(State)
    /// An action was reduced, leading to a state.
    case reduced(Action, State)
    /// Nothing else will happen; the state stays.
    case ended(State)
  }

  /// Creates a monitor for one run, which returns the reason why the invariant is false, or `nil`.
  let makeMonitor: @Sendable () -> (Event) -> String?

  /// Requires a condition of every state.
  ///
  /// - Parameters:
  ///   - name: The condition in words, for reports, such as `the balance is not negative`.
  ///   - holds: Checks the condition.
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

  /// Requires a condition of every action and the state after it.
  ///
  /// - Parameters:
  ///   - name: The condition in words, for reports.
  ///   - holds: Checks the condition.
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

  /// A condition on the state at the end of a run, when only time can change it.
  ///
  /// - Parameters:
  ///   - name: The condition, for reports, such as `each payment has ended`.
  ///   - holds: Returns true if the condition holds.
  public static func atEnd(
    _ name: String, _ holds: @escaping @Sendable (State) -> Bool
  ) -> Self {
    Self {
      { event in
        guard case .ended(let state) = event, !holds(state) else { return nil }
        return "Invariant violated at the end: \(name)."
      }
    }
  }

  /// Requires that no action of one case follows an action of another case.
  ///
  /// - Parameters:
  ///   - forbidden: The case that must not follow, such as `\.refreshed`.
  ///   - start: The case that it must not follow, such as `\.loggedOut`.
  public static func never(
    _ forbidden: any PartialCaseKeyPath<Action> & Sendable,
    after start: any PartialCaseKeyPath<Action> & Sendable
  ) -> Self where Action: CasePathable & SendableMetatype {
    never(forbidden, after: start) { _ in false }
  }

  /// Requires that an action of one case does not follow that of another, until a third comes.
  ///
  /// - Parameters:
  ///   - forbidden: The case that must not follow, such as `\.signed`.
  ///   - start: The case that it must not follow, such as `\.lockButtonTapped`.
  ///   - end: The case after which it may come again, such as `\.unlocked`.
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

  /// Requires that the last action of one case is followed by one of another before the run ends.
  ///
  /// - Parameters:
  ///   - cause: The first case, such as `\.submitted`.
  ///   - result: The second case, such as `\.settled`.
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

/// An instrument that watches a store's actions, and keeps the first reason why an invariant is
/// false.
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
