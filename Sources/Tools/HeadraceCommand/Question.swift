import HeadraceInspector
import HeadraceJournal

/// A question about a journal, answered as JSON Lines.
enum Question {
  case list(InspectCommand.Filters)
  case changed(String, InspectCommand.Filters)
  case why(Int)
  case state(Int, at: String?)
  case effects

  /// Returns a JSON Pointer (RFC 6901) for a text that may omit the first slash.
  static func pointer(_ text: String) -> String {
    text.isEmpty || text.hasPrefix("/") ? text : "/\(text)"
  }

  func answer(_ store: FileStore, _ streams: CommandStreams) throws -> ExitStatus {
    var lines = LineWriter(streams)
    do {
      try write(store, to: &lines, streams)
    } catch {
      // Results before a damaged line are part of the answer.
      try lines.flush()
      throw error
    }
    try lines.flush()
    return lines.count > 0 ? .found : .nothingFound
  }

  private func write(
    _ store: FileStore, to lines: inout LineWriter, _ streams: CommandStreams
  ) throws {
    switch self {
    case .list(let filters):
      try store.forEachRow(matching: filters.query, of: filters.actions) { row in
        try lines.add(row)
        return lines.count < filters.limit ?? .max
      }
    case .changed(let place, let filters):
      let unknownCount = try store.forEachChange(
        of: place, matching: filters.query, in: filters.actions
      ) { change in
        try lines.add(change)
        return lines.count < filters.limit ?? .max
      }
      if unknownCount > 0 {
        streams.complain(
          """
          headrace: Of \(unknownCount) actions it was not recorded what they changed: expected \
          'writesDifferences', and events of less than 'eventByteCountMax'. Their changes, and \
          values before the next, are missing.
          """)
      }
      if lines.count == 0 { try explain(place, store, streams) }
    case .why(let action):
      for row in try store.why(action) { try lines.add(row) }
    case .state(let action, let place):
      let state = try store.state(after: action)
      guard let place else {
        return try lines.add(JSONValue.members(["action": .integer(action), "state": state]))
      }
      guard let value = state[place: place] else {
        throw CommandFailure(
          "The state after action \(action) has no \(Self.absence(place, in: state))",
          .nothingFound)
      }
      try lines.add(
        JSONValue.members(["action": .integer(action), "place": .string(place), "value": value]))
    case .effects:
      for lane in store.lanes() { try lines.add(lane) }
    }
  }

  /// Explains why a path is in no state: most likely it is misspelt.
  private func explain(_ place: String, _ store: FileStore, _ streams: CommandStreams) throws {
    let state: JSONValue
    do {
      state = try store.state(after: store.journal.actions.upperBound - 1)
    } catch {
      // Without states there is nothing to compare the path with.
      return
    }
    guard state[place: place] == nil else { return }
    streams.complain("headrace: The last state has no \(Self.absence(place, in: state))")
  }

  /// Returns the missing part of a path, and the parts that exist instead.
  private static func absence(_ place: String, in state: JSONValue) -> String {
    var parent = place
    while !parent.isEmpty, state[place: parent] == nil {
      parent = parent.lastIndex(of: "/").map { String(parent[..<$0]) } ?? ""
    }
    let expected =
      switch state[place: parent] {
      case .object(let members):
        members.entries.prefix(20).map { "\(parent)/\(StateDifference.escape($0.name))" }
          .joined(separator: ", ")
      case .array(let elements): "\(parent)/0 to \(parent)/\(elements.count - 1)"
      default: parent.isEmpty ? "nothing below it" : parent
      }
    return "'\(place)': expected a place such as \(expected)."
  }
}
