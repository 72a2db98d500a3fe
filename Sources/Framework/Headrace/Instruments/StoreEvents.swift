/// Identifies an action within its store; increases with every action reduced.
public struct ActionID: Hashable, Comparable, Sendable {
  /// The number of the action, from 1.
  public let rawValue: UInt64

  @usableFromInline
  package init(_ rawValue: UInt64) { self.rawValue = rawValue }

  /// Returns whether an action came before another.
  public static func < (first: ActionID, second: ActionID) -> Bool {
    first.rawValue < second.rawValue
  }
}

/// Identifies an effect within its store; increases with every effect started.
public struct EffectID: Hashable, Comparable, Sendable {
  /// The number of the effect, from 1.
  public let rawValue: UInt64

  package init(_ rawValue: UInt64) { self.rawValue = rawValue }

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

/// An action that was not reduced, or not reduced by the feature it was sent to.
public struct ActionDrop: Sendable {
  /// Why an action is dropped.
  public enum Reason: Hashable, Sendable {
    /// What sent it was cancelled, gone or already over before the action arrived.
    case lateSend
    /// Its effect sent more actions at once than may wait; see ``EffectOverflow``.
    case overflow
    /// The child that it was sent to is not there. The parents have reduced it.
    case absentChild
  }

  /// Why it was dropped.
  public let reason: Reason

  /// The names of the action's cases, without payloads, as seen by the feature that dropped it;
  /// `nil` if the action is no longer known.
  public let label: String?

  /// How many actions were dropped: 1, except for an overflow.
  public let count: Int

  /// What sent it, and why.
  public let origin: ActionOrigin

  /// The number under which it was received; `nil` if it never was.
  public let id: ActionID?

  /// The effect that sent it, if it is a `.run`.
  public let effect: EffectInfo?
}
