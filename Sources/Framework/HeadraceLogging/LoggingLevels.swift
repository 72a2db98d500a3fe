public import Logging

/// The levels at which a ``LoggingInstrument`` logs each kind of event.
///
/// A kind whose level is `nil` is not logged.
public struct LoggingLevels: Sendable {
  /// For actions that are received.
  public var actions: Logger.Level?

  /// For effects that start, end and are cancelled.
  public var effects: Logger.Level?

  /// For actions that are dropped.
  public var drops: Logger.Level?

  /// For effects that end with an error that nothing handles.
  public var failures: Logger.Level?

  /// For reported misuse of the framework.
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

/// How much a ``LoggingInstrument`` logs.
public enum LoggingContent: Hashable, Sendable {
  /// The names of actions and of the types of errors: nothing that a user has typed, and no secret.
  case names

  /// Also the payloads of actions, the descriptions of errors, and the whole texts of reports. For
  /// development: the log may contain data of users.
  case payloads
}
