import ArgumentParser
import Foundation
import HeadraceDurable
import HeadraceInspector
import HeadraceJournal

/// `headrace durable list`: the entities by name.
struct DurableListCommand: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the entities by ID.")

  @OptionGroup var databaseArgument: DatabaseArgument

  @Option(help: "Of this feature.")
  var feature: String?

  @Option(help: "With this status: ready, paused, aside or cancelled.")
  var status: String?

  @Option(help: ArgumentHelp("After this ID.", valueName: "id"))
  var after: String?

  @Option(help: ArgumentHelp("Not more than this many.", valueName: "count"))
  var limit: Int?

  @Flag(help: "As JSON Lines.")
  var json = false

  /// The number of entities that are read at a time.
  private static let pageCount = 1_000

  func validate() throws {
    guard limit ?? 1 > 0 else { throw ValidationError("'--limit' expects a number from 1.") }
    if let status, EntitySummary.Status(rawValue: status) == nil {
      throw ValidationError(
        "There is no status '\(status)': expected one of ready, paused, aside, cancelled.")
    }
  }

  func run(_ streams: CommandStreams) async throws -> ExitStatus {
    let journal = try await DurableJournal.existing(databaseArgument.database)
    let status = status.flatMap(EntitySummary.Status.init)
    var lines = LineWriter(streams)
    var table = EntityTable()
    var (last, rest) = (after.map { EntityID($0) }, limit ?? .max)
    while rest > 0 {
      let count = min(rest, Self.pageCount)
      let page = try await journal.entities(
        of: feature, status: status, after: last, limit: count)
      let rows = json ? page.map { "\($0.json)" } : table.rows(page)
      for row in rows { try lines.add(row) }
      (last, rest) = (page.last?.id ?? last, rest - page.count)
      if page.count < count { break }
    }
    try lines.flush()
    if rest == 0, let last,
      try await !journal.entities(of: feature, status: status, after: last, limit: 1).isEmpty
    {
      streams.complain("headrace: There are more: '--after' the last ID lists them.")
    }
    return lines.count > 0 ? .found : .nothingFound
  }
}

/// Entities as rows of a table, whose columns only become wider.
struct EntityTable {
  private var widths = Self.names.map(\.count)
  private var isBegun = false

  private static let names = ["id", "status", "version", "events", "worker", "due", "reason"]

  /// Returns the rows of some entities, preceded by the column names on the first call.
  mutating func rows(_ entities: [EntitySummary]) -> [String] {
    guard !entities.isEmpty else { return [] }
    var rows = entities.map { entity in
      [
        "\(entity.id)".escaped, entity.status.rawValue, "\(entity.version)",
        "\(entity.eventCount)", entity.worker?.escaped ?? "-", entity.due?.text ?? "-",
        entity.reason?.escaped ?? "-",
      ]
    }
    if !isBegun { rows.insert(Self.names, at: 0) }
    isBegun = true
    for row in rows { widths = zip(widths, row).map { max($0, $1.count) } }
    return rows.map { row in
      // The last column is not padded.
      let cells = zip(row.dropLast(), widths).map { text, width in
        text + String(repeating: " ", count: width - text.count)
      }
      return (cells + row.suffix(1)).joined(separator: "  ")
    }
  }
}

extension EntitySummary {
  /// The entity as a JSON object.
  var json: JSONValue { .members(members) }

  private var members: KeyValuePairs<String, JSONValue?> {
    [
      "id": .string("\(id)"), "status": .string(status.rawValue), "version": .integer(version),
      "events": .integer(eventCount), "takeovers": .integer(epoch), "active": .bool(isActive),
      "worker": worker.map(JSONValue.string), "due": (due?.text).map(JSONValue.string),
      "reason": reason.map(JSONValue.string),
    ]
  }
}

extension Date {
  /// The date in ISO 8601, as UTC, with milliseconds.
  var text: String {
    formatted(.iso8601.year().month().day().time(includingFractionalSeconds: true))
  }
}
