public import Logging

/// The levels at which a ``LoggingInstrument`` logs each kind of event.
///
/// A kind whose level is `nil` is not logged.
public struct LoggingLevels: Sendable {
  /// The level for received actions.
  public var actions: Logger.Level?

  /// The level for the start, the end and the cancellation of effects.
  public var effects: Logger.Level?

  /// The level for dropped actions.
  public var drops: Logger.Level?

  /// The level for effects that end with an unhandled error.
  public var failures: Logger.Level?

  /// The level for reported misuse of the framework.
  public var misuse: Logger.Level?

  /// Creates levels.
  public init(
    actions: Logger.Level? = .debug, effects: Logger.Level? = .debug,
    drops: Logger.Level? = .notice, failures: Logger.Level? = .error,
    misuse: Logger.Level? = .error
  ) {
    self.actions = actions
    self.effects = effects
    self.drops = drops
    self.failures = failures
    self.misuse = misuse
  }
}

/// The amount of detail that a ``LoggingInstrument`` logs.
public enum LoggingContent: Hashable, Sendable {
  /// The names of actions and of error types: nothing that a user has typed, and no secret.
  case names

  /// Also the payloads of actions, the descriptions of errors, and the complete texts of reports.
  ///
  /// For development only: the log may contain users' data.
  case payloads
}
