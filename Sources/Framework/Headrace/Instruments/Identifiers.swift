/// Identifies an action within its store; increases with every action reduced.
public struct ActionID: Hashable, Comparable, Sendable {
  /// The number of the action, from 1.
  public let rawValue: UInt64

  @usableFromInline
  package init(_ rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Returns whether an action came before another.
  public static func < (first: ActionID, second: ActionID) -> Bool {
    first.rawValue < second.rawValue
  }
}

/// Identifies an effect within its store; increases with every effect started.
public struct EffectID: Hashable, Comparable, Sendable {
  /// The number of the effect, from 1.
  public let rawValue: UInt64

  package init(_ rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Returns whether an effect started before another.
  public static func < (first: EffectID, second: EffectID) -> Bool {
    first.rawValue < second.rawValue
  }
}

/// What sent an action, and why.
public enum ActionOrigin: Hashable, Sendable {
  /// The host, or a test, by `send(_:)`.
  case host

  /// An effect, and the action whose reducer returned that effect. The id is `nil` for a `.send`,
  /// which is over once it has sent.
  case effect(EffectID?, startedBy: ActionID)
}
