/// The state of an enum of reducers, which knows its reducer.
///
/// It lets operators be written without a closure: `.ifLet(\.$destination, action: \.destination)`,
/// `.forEach(\.path, action: \.path)`. `@Reducer` on an enum generates the conformance.
public protocol CaseReducerState {
  /// The enum of reducers.
  associatedtype StateReducer: CaseReducer where StateReducer.State == Self

  /// True if a case is ephemeral, so that ``isEnded(by:)`` must be called; `false` by default.
  ///
  /// The store reads it once, on creation.
  static var hasEphemeralCases: Bool { get }

  /// Returns true if an action ends the presentation of this state.
  ///
  /// This is so if the state and the action are of the same case, which is ephemeral. The default
  /// implementation returns true if the state is a question of a type that conforms to
  /// ``EphemeralState``, and the action is one of its answers.
  ///
  /// `ifLet` calls it before the action is reduced, and removes the state afterwards. `@Reducer`
  /// generates it for the cases marked `@ReducerCaseEphemeral`.
  func isEnded(by action: StateReducer.Action) -> Bool
}

extension CaseReducerState {
  /// Returns `false`: no case is ephemeral.
  public static var hasEphemeralCases: Bool { false }

  /// Returns true for an answer to a question, which ends the presentation.
  public func isEnded(by action: StateReducer.Action) -> Bool { isAnswer(action, to: self) }
}

/// Returns the name of a child in reports: its type, or the author's reducer if that type belongs
/// to the framework.
package func featureName<Child: Reducer>(of child: Child.Type) -> String {
  if let state = Child.State.self as? any CaseReducerState.Type { return reducerName(of: state) }
  if child is EmptyReducer<Child.State, Child.Action>.Type { return "\(Child.State.self)" }
  return "\(child)"
}

private func reducerName<State: CaseReducerState>(of state: State.Type) -> String {
  "\(State.StateReducer.self)"
}
