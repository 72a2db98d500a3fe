/// How much of what happens a ``LoggingInstrument`` writes down.
public enum LoggingContent: Hashable, Sendable {
  /// The names of actions and of the types of errors: nothing that a person has typed, and no
  /// secret.
  case names

  /// Also what actions carry, what errors say, and the whole texts of reports. For development:
  /// what is logged may hold the data of users.
  case payloads
}
