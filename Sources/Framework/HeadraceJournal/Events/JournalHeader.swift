public import Foundation

/// The first line of a journal, which describes the recording.
public struct JournalHeader: Hashable, Sendable, Codable {
  /// The version of the schema that this code writes; see `Documentation/journal.md`.
  public static let currentVersion = 1

  /// The form in which values are written.
  public enum Form: String, Hashable, Sendable, Codable {
    /// Encoded, so that the values can be decoded again.
    case codable
    /// As descriptions, for inspection only, because the type is not `Codable`.
    case description
  }

  /// The version of the schema.
  public var version: Int

  /// The name of the program.
  public var app: String

  /// The start of the recording.
  public var start: Date

  /// The type of the state, with its module.
  public var state: String

  /// The type of the actions, with its module.
  public var action: String

  /// The form in which states are written.
  public var states: Form

  /// The form in which actions are written.
  public var actions: Form

  private enum CodingKeys: String, CodingKey {
    case version = "journal"
    case app, start, state, action, states, actions
  }
}

extension JournalHeader {
  package init<State, Action>(of state: State.Type, _ action: Action.Type, start: Date) {
    version = Self.currentVersion
    app = ProcessInfo.processInfo.processName
    self.start = start
    self.state = String(reflecting: state)
    self.action = String(reflecting: action)
    states = state is any Codable.Type ? .codable : .description
    actions = action is any Codable.Type ? .codable : .description
  }
}

extension JSONEncoder {
  package static func header() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .secondsSince1970
    return encoder
  }
}
