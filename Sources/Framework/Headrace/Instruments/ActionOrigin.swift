/// What sent an action, and why.
public enum ActionOrigin: Hashable, Sendable {
  /// The host, or a test, by `send(_:)`.
  case host

  /// An effect, and the action whose reducer returned that effect. The id is `nil` for a `.send`,
  /// which is over once it has sent.
  case effect(EffectID?, startedBy: ActionID)
}
