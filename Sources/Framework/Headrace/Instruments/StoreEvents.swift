/// Identifies an action within its store; increases with every reduced action.
public struct ActionID: Hashable, Comparable, Sendable {
  /// The number of the action, from 1.
  public let rawValue: UInt64

  @usableFromInline
  package init(_ rawValue: UInt64) { self.rawValue = rawValue }

  /// Returns true if an action came before another.
  public static func < (first: ActionID, second: ActionID) -> Bool {
    first.rawValue < second.rawValue
  }
}

/// Identifies an effect within its store; increases with every started effect.
public struct EffectID: Hashable, Comparable, Sendable {
  /// The number of the effect, from 1.
  public let rawValue: UInt64

  package init(_ rawValue: UInt64) { self.rawValue = rawValue }

  /// Returns true if an effect started before another.
  public static func < (first: EffectID, second: EffectID) -> Bool {
    first.rawValue < second.rawValue
  }
}

/// The sender of an action, and the reason for it.
public enum ActionOrigin: Hashable, Sendable {
  /// The host or a test, through `send(_:)`.
  case host

  /// An effect, and the action whose reducer returned it.
  ///
  /// The id is `nil` for a `.send`, which ends as soon as it has sent.
  case effect(EffectID?, startedBy: ActionID)
}

/// An effect in flight, as shown by tools and test failures.
public struct EffectInfo: Sendable {
  /// The effect's id, unique in its store.
  public let id: EffectID

  /// The author's name for the effect, if any.
  public let name: String?

  /// The module and file of the line that created the effect, such as
  /// `SendFeature/SendMoney.swift`.
  public var fileID: String { "\(site.fileID)" }

  /// The line that created the effect.
  public var line: UInt { site.line }

  /// The features from the store's root down to the one that owns the effect, such as
  /// `["TaskList", "TaskRow[3]"]`.
  public let path: [String]

  /// The action whose reducer returned the effect.
  public let startedBy: ActionID

  /// The real time for which the effect has been in flight.
  public var age: Duration { ContinuousClock.now - startedAt }

  package let site: CallSite
  /// The effect that a test clock must wake to continue this one.
  ///
  /// It is the effect itself, unless a throttle delays it: then it is the effect that measures
  /// the interval.
  package let sleeper: EffectID
  let startedAt: ContinuousClock.Instant
}

/// The outcome of an effect that was not cancelled.
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

/// An action that was not reduced, or not by the feature that it was sent to.
public struct ActionDrop: Sendable {
  /// The reasons for dropping an action.
  public enum Reason: Hashable, Sendable {
    /// Its sender was cancelled, removed or already finished before the action arrived.
    case lateSend
    /// Its effect sent more actions at a time than may wait; see ``EffectOverflow``.
    case overflow
    /// The child that it was sent to does not exist.
    ///
    /// The parents have reduced it.
    case absentChild
  }

  /// The reason for the drop.
  public let reason: Reason

  /// The names of the action's cases, without payloads, as seen by the feature that dropped it;
  /// `nil` if the action is no longer known.
  public let label: String?

  /// The number of dropped actions: 1, except for an overflow.
  public let count: Int

  /// The sender, and the reason for sending.
  public let origin: ActionOrigin

  /// The number under which the action was received; `nil` if it never was.
  public let id: ActionID?

  /// The effect that sent the action, if it is a `.run`.
  public let effect: EffectInfo?
}
