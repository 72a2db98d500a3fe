/// An effect in flight, as tools and test failures show it.
public struct EffectInfo: Sendable {
  /// The effect's id, unique in its store.
  public let id: EffectID

  /// The name that the author gave it, if any.
  public let name: String?

  /// The module and file of the line that made the effect, such as `SendFeature/SendMoney.swift`.
  public var fileID: String { "\(site.fileID)" }

  /// The line that made the effect.
  public var line: UInt { site.line }

  /// The features from the store's own down to the one that the effect belongs to, such as
  /// `["TaskList", "TaskRow[3]"]`.
  public let path: [String]

  /// The action whose reducer returned the effect.
  public let startedBy: ActionID

  /// How long the effect has been in flight, in real time.
  public var age: Duration { ContinuousClock.now - startedAt }

  package let site: CallSite
  /// The effect that a test clock must wake to continue this one. It is the effect itself, except
  /// for an effect that a throttle holds back: then it is the effect that measures the interval.
  package let sleeper: EffectID
  let startedAt: ContinuousClock.Instant
}

/// How an effect ended, if it was not cancelled.
public enum EffectOutcome: Sendable {
  /// Its work returned.
  case finished
  /// Its work threw a `CancellationError`, although the effect was not cancelled.
  case stopped
  /// Its work threw an error, and its `catch:` handled it.
  case caught(any Error)
  /// Its work threw an error that was not handled; it was reported.
  case failed(any Error)
}
