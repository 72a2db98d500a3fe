import ArgumentParser
import Foundation
import HeadraceDurable
import HeadraceInspector
import HeadraceJournal

/// `headrace durable show`: shows an entity and its last known state.
struct DurableShowCommand: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Shows an entity, its last checkpoint, and the actions and effects since.")

  @OptionGroup var entity: EntityArguments

  @Flag(help: "As an object of JSON on a line.")
  var json = false

  func run(_ streams: CommandStreams) async throws -> ExitStatus {
    let journal = try await entity.open()
    let (summary, data) = try await journal.history(of: entity.entity, isRecent: true)
    let events = try EventsSinceCheckpoint(JournalFile(data), of: summary)
    var lines = LineWriter(streams)
    if json {
      try lines.add(events.added(to: summary.json))
    } else {
      for line in summary.lines + events.lines { try lines.add(line) }
    }
    try lines.flush()
    return .found
  }
}

extension EntitySummary {
  /// The entity for users, with a line for each of its values.
  var lines: [String] {
    let values: KeyValuePairs = [
      "id": "\(id)".escaped, "status": status.rawValue, "version": "\(version)",
      "events": "\(eventCount)", "takeovers": "\(epoch)",
      "effects": isActive ? "in flight" : "none", "worker": worker?.escaped ?? "-",
      "due": due?.text ?? "-", "reason": reason?.escaped ?? "-",
    ]
    return values.map { name, value in
      name + String(repeating: " ", count: 11 - name.count) + value
    }
  }
}

/// The last complete state, the actions reduced after it, and the effects that have not ended
/// since.
///
/// Without the code of the feature, no later state is known.
private struct EventsSinceCheckpoint {
  /// The state, and the number of its event.
  private(set) var checkpoint: (event: Int, state: JSONValue)?
  private(set) var actions: [JournalEvent] = []
  private(set) var effects: [JournalEvent] = []
  /// The number of the entity's events before those that are read.
  private let offset: Int

  init(_ history: JournalFile, of entity: EntitySummary) throws {
    offset = entity.eventCount - history.eventCount
    for position in 0..<history.eventCount {
      let event = try history.event(at: position)
      switch event.kind {
      case .checkpoint: (checkpoint, actions) = ((offset + position, event.payload ?? .null), [])
      case .action: actions.append(event)
      case .effectStarted: effects.append(event)
      case .effectEnded, .effectCancelled: effects.removeAll { $0.effect == event.effect }
      default: break
      }
    }
  }

  var lines: [String] {
    guard let checkpoint else { return ["state      none: it has no checkpoint"] }
    let state =
      ["state after event \(checkpoint.event)"] + DetailLine.value(checkpoint.state).map(\.text)
    return state + section("actions since", actions.map { $0.short(after: offset) })
      + section("effects in flight", effects.map { "\($0.effect ?? 0)  \($0.subject)" })
  }

  private func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : [title] + lines.map { "  " + $0 }
  }

  func added(to json: JSONValue) -> JSONValue {
    guard case .object(var members) = json, let checkpoint else { return json }
    members["stateAfter"] = .integer(checkpoint.event)
    members["state"] = checkpoint.state
    members["actionsSince"] = .array(
      actions.map {
        .members(["n": .integer(offset + $0.sequence), "action": $0.payload ?? .null])
      })
    members["effects"] = .array(
      effects.map {
        .members(["n": .integer($0.effect ?? 0), "name": $0.label.map(JSONValue.string)])
      })
    return .object(members)
  }
}

extension JournalEvent {
  /// A description of the event.
  var subject: String {
    let text: String? =
      switch kind {
      case .action: payload.map { "\($0)" }
      case .checkpoint: nil
      // The time at which a timer is due.
      case JournalEvent.Kind(rawValue: "timer"):
        detail.flatMap(Double.init).map { Date(timeIntervalSince1970: $0).text }
      default: label ?? detail
      }
    return text?.escaped ?? ""
  }

  /// Returns the event's number, its kind and its description.
  ///
  /// - Parameter count: The number of events before the file.
  func short(after count: Int) -> String {
    let number = effect.map { kind == .action || kind == .checkpoint ? "" : "effect \($0)" } ?? ""
    return ["\(count + sequence)", kind.rawValue, number, subject]
      .filter { !$0.isEmpty }.joined(separator: "  ")
  }
}

/// `headrace durable history`: lists all events of an entity.
struct DurableHistoryCommand: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Lists all that an entity did, except what was pruned.")

  @OptionGroup var entity: EntityArguments

  @Flag(help: "As JSON Lines, as they are in the database.")
  var json = false

  func run(_ streams: CommandStreams) async throws -> ExitStatus {
    let (summary, data) = try await entity.open().history(of: entity.entity, isRecent: false)
    var lines = LineWriter(streams)
    if json {
      for line in data.split(separator: UInt8(ascii: "\n")).dropFirst() {
        try lines.add(String(decoding: line, as: UTF8.self))
      }
    } else {
      let history = try JournalFile(data)
      let offset = summary.eventCount - history.eventCount
      for position in 0..<history.eventCount {
        try lines.add(history.event(at: position).short(after: offset))
      }
    }
    try lines.flush()
    return lines.count > 0 ? .found : .nothingFound
  }
}

/// `headrace durable export`: writes the history as a file for `headrace inspect`.
struct DurableExportCommand: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes a journal of an entity for 'headrace inspect'.")

  @OptionGroup var entity: EntityArguments

  @Argument(help: "A new file; by default the standard output.")
  var file: String?

  func run(_ streams: CommandStreams) async throws -> ExitStatus {
    let data = try await entity.open().history(of: entity.entity, app: "headrace durable")
    guard let file else {
      try streams.write(Array(data))
      return .found
    }
    guard !FileManager.default.fileExists(atPath: file) else {
      throw CommandFailure(
        "'\(file.escaped)' is there already: expected the path of a new file.", .unwritable)
    }
    do {
      try data.write(to: URL(filePath: file), options: .withoutOverwriting)
    } catch {
      let reason = String(cString: strerror(errno))
      throw CommandFailure("'\(file.escaped)' can't be written: \(reason).", .unwritable)
    }
    return .found
  }
}
