/// How much a ``LoggingInstrument`` logs.
public enum LoggingContent: Hashable, Sendable {
  /// The names of actions and of the types of errors: nothing that a user has typed, and no secret.
  case names

  /// Also the payloads of actions, the descriptions of errors, and the whole texts of reports. For
  /// development: the log may contain data of users.
  case payloads
}
