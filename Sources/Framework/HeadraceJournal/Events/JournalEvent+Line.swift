import Foundation

// MARK: - Writing

extension JournalEvent {
  /// The event as a line of a file, without the line break.
  package var line: String {
    var line = "{"
    if kind == .action {
      line += "\"action\":\(action ?? 0)"
    } else {
      line += "\"kind\":"
      JSONValue.write(kind.rawValue, to: &line)
    }
    line += ",\"t\":\(time.microseconds)"
    func add(_ name: String, _ number: Int?) {
      if let number { line += ",\"\(name)\":\(number)" }
    }
    func add(_ name: String, _ value: JSONValue?) {
      guard let value else { return }
      line += ",\"\(name)\":"
      value.write(to: &line)
    }
    if kind != .action { add("action", action) }
    add("effect", effect)
    add("by", cause)
    add("ns", reducing.map(\.nanoseconds))
    add("cut", cutByteCount)
    add("count", count)
    // A label that follows from the payload is not repeated.
    if label != payload?.caseNames { add("label", label.map(JSONValue.string)) }
    if !path.isEmpty { add("path", .array(path.map(JSONValue.string))) }
    add("detail", detail.map(JSONValue.string))
    add("at", place.map(JSONValue.string))
    add("p", payload)
    if !values.isEmpty {
      add("v", .array(values.map { .array([.string($0.name), $0.value]) }))
    }
    if let difference {
      func object(_ entries: [(String, JSONValue)]) -> JSONValue { .object(.init(entries)) }
      // Written even if empty, so that "no change" differs from "not recorded".
      add("set", object(difference.changed.map { ($0.place, $0.value) }))
      if !difference.removed.isEmpty {
        add("gone", .array(difference.removed.map(JSONValue.string)))
      }
      if !difference.spliced.isEmpty {
        let splices = difference.spliced.map { splice in
          let numbers = [splice.index, splice.removedCount].map { JSONValue.number("\($0)") }
          return (splice.place, JSONValue.array(numbers + [.array(splice.inserted)]))
        }
        add("splice", object(splices))
      }
    }
    return line + "}"
  }
}

extension JSONValue {
  /// The case names of an encoded enum: `.rows.element.tick`.
  var caseNames: String? {
    guard case .object(let members) = self, members.entries.count == 1,
      let member = members.entries.first
    else { return nil }
    guard case .object(let inner) = member.value else { return ".\(member.name)" }
    let next = inner["action"] ?? (inner.entries.count == 1 ? inner["_0"] : nil)
    return ".\(member.name)" + (next?.caseNames ?? "")
  }
}

// MARK: - Reading

extension JournalEvent {
  /// Reads a line; unknown members are skipped.
  ///
  /// - Throws: An error of the decoder if the line doesn't match the schema.
  init(line: Data) throws {
    guard case .object(let members) = try JSONReader.read(line),
      let time = members["t"]?.integer,
      let kind = members["kind"]?.string ?? members["action"].map({ _ in "action" })
    else { throw LineError.noKind }
    guard 0..<Self.numberMax ~= time else { throw LineError.time }
    self.init(Kind(rawValue: kind), at: .microseconds(time))
    if let number = members["action"] {
      action = number.integer.flatMap { 0..<Self.numberMax ~= $0 ? $0 : nil }
      if action == nil { throw LineError.action }
    }
    effect = members["effect"]?.integer
    cause = members["by"]?.integer
    reducing = members["ns"]?.integer.map { .nanoseconds($0) }
    cutByteCount = members["cut"]?.integer
    count = members["count"]?.integer
    payload = members["p"]
    label = members["label"]?.string ?? (self.kind == .action ? payload?.caseNames : nil)
    path = members["path"]?.array?.compactMap(\.string) ?? []
    detail = members["detail"]?.string
    place = members["at"]?.string
    values = try (members["v"]?.array ?? []).map { pair in
      guard let pair = pair.array, pair.count == 2, let name = pair[0].string else {
        throw LineError.values
      }
      return GeneratedJSON(name: name, value: pair[1])
    }
    difference = try members["set"].map { try StateDifference(set: $0, in: members) }
  }

  fileprivate static var numberMax: Int { 1 << 53 }

  private enum LineError: Error, CustomStringConvertible {
    case action, noKind, time, values

    var description: String {
      switch self {
      case .action: "expected 'action' as a number from 0 to 2⁵³"
      case .noKind: "expected an object with 't', and 'action' or 'kind'"
      case .time: "expected 't' as a number from 0 to 2⁵³"
      case .values: "expected 'v' as a list of names and values"
      }
    }
  }
}

extension StateDifference {
  fileprivate init(set: JSONValue, in members: JSONValue.Members) throws {
    self.init()
    guard case .object(let set) = set else { throw LineError.difference }
    changed = set.entries.map { Change(place: $0.name, value: $0.value) }
    removed = members["gone"]?.array?.compactMap(\.string) ?? []
    guard case .object(let splices) = members["splice"] ?? .empty else {
      throw LineError.difference
    }
    spliced = try splices.entries.map { entry in
      guard let parts = entry.value.array, parts.count == 3, let index = parts[0].integer,
        let removedCount = parts[1].integer, let inserted = parts[2].array,
        0..<JournalEvent.numberMax ~= index, 0..<JournalEvent.numberMax ~= removedCount
      else { throw LineError.difference }
      return Splice(
        place: entry.name, index: index, removedCount: removedCount, inserted: inserted)
    }
  }

  private enum LineError: Error, CustomStringConvertible {
    case difference

    var description: String { "expected 'set', 'gone' and 'splice' as the schema has them" }
  }
}

extension JSONValue {
  package var string: String? { if case .string(let value) = self { value } else { nil } }
  package var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
  package var integer: Int? { if case .number(let digits) = self { Int(digits) } else { nil } }
}

extension Duration {
  package var microseconds: Int { nanoseconds / 1_000 }
  package var nanoseconds: Int {
    Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000)
  }
}
