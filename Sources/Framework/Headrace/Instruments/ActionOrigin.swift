/// What sent an action, and why.
public enum ActionOrigin: Hashable, Sendable {
  /// The host, or a test, by `send(_:)`.
  case sender

  /// An effect: its id, or `nil` for a `.send`, which is over once it has sent; and the action
  /// whose reducer returned it.
  case effect(EffectID?, startedBy: ActionID)
}
