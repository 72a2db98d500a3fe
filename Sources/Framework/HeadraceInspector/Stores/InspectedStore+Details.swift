import HeadraceJournal

// MARK: - One Action

extension InspectedStore {
  /// Returns an action with its payload, its changes, its causes and the effects that it started.
  func detail(of action: Int) throws -> JSONValue {
    let event = try event(ofAction: action)
    _ = knowledge.index.advance(in: journal, until: Deadline(after: .milliseconds(10)))
    let values = event.values.map { JSONValue.array([.string($0.name), $0.value]) }
    // If the states of a feature can't be computed, its actions are still available.
    let changes = Result { try self.changes(of: action) }.value
    return .members([
      "row": row(event), "payload": event.payload,
      "cut": event.cutByteCount.map(JSONValue.integer), "values": .array(values),
      "changes": changes.map { .array($0.map(\.json)) } ?? .null,
      "because": .array(try causes(of: event, countMax: 100).map(row)),
      "effects": .array(knowledge.index.effects(of: action).map(\.json)),
    ])
  }

  func event(ofAction action: Int) throws -> JournalEvent {
    try journal.event(journal.event(ofAction: action))
  }

  /// Returns the changes of an action in the shown line.
  func changes(of action: Int) throws -> [ValueChange] {
    let before = try state(after: action - 1)
    return try state(after: action).changes(since: before)
  }

  /// Returns the action that caused an event, the cause of that action, and so on.
  func causes(of event: JournalEvent, countMax: Int = .max) throws -> [JournalEvent] {
    var (events, last) = ([JournalEvent](), event)
    while events.count < countMax, let cause = last.cause, journal.actions.contains(cause) {
      let event = try self.event(ofAction: cause)
      // Compares positions, because the numbers in a file's lines may contradict each other.
      guard event.sequence < last.sequence else { break }
      events.append(event)
      last = event
    }
    return events
  }

  /// Returns the consequences of an action, as a tree.
  func tree(from action: Int) throws -> JSONValue {
    let countMax = 500
    _ = try journal.event(ofAction: action)
    let isWhole = knowledge.index.advance(in: journal, until: Deadline(after: .milliseconds(10)))
    let following = knowledge.index.consequences(of: action, countMax: countMax)
    func node(_ action: Int, depth: Int) throws -> JSONValue {
      let next = depth < 200 ? following[action] ?? [] : []
      return .members([
        "row": row(try event(ofAction: action)),
        "effects": .array(knowledge.index.effects(of: action).map(\.json)),
        "actions": .array(try next.map { try node($0, depth: depth + 1) }),
        "more": depth == 0 && (following.count > countMax || !isWhole) ? .bool(true) : nil,
      ])
    }
    return try node(action, depth: 0)
  }

  func state(_ request: InspectorRequest) throws -> JSONValue {
    let action = try request.integer("action")
    let isShown = action == situation.shown && !situation.added.isEmpty
    let state = try isShown ? shownState() : state(after: action)
    let byteCount = "\(state)".utf8.count
    guard byteCount <= 8 << 20 else { return .members(["cut": .integer(byteCount)]) }
    return .members(["state": state, "bytes": .integer(byteCount)])
  }
}

extension ValueChange {
  var json: JSONValue { .members(["place": .string(place), "from": from, "to": to]) }
}

// MARK: - Over Time

extension InspectedStore {
  /// Returns the effects that were in flight during some time.
  func lanes(_ request: InspectorRequest) throws -> JSONValue {
    _ = knowledge.index.advance(in: journal, until: Deadline(after: .milliseconds(10)))
    let from = try request.optionalInteger("from") ?? 0
    let to = try request.optionalInteger("to") ?? .max
    let lanes = knowledge.index.lanes.values.filter { lane in
      lane.start <= to && lane.end.map { $0 >= from } ?? true
    }
    // The latest effects are the most interesting ones.
    let shown = lanes.sorted { $0.effect < $1.effect }.suffix(try request.count(max: 1_000))
    return .members([
      "lanes": .array(shown.map(\.json)), "total": .integer(lanes.count),
      "searched": .integer(knowledge.index.next - journal.events.lowerBound),
      "of": .integer(journal.events.count),
    ])
  }

  /// Returns a number of the state after some actions, at even distances.
  ///
  /// Each answer continues where the last one ended.
  func values(_ request: InspectorRequest) throws -> JSONValue {
    let actions = max(journal.actions.lowerBound - 1, situation.base)..<journal.actions.upperBound
    let start = NumberSeries(
      place: try request.text("place"), first: actions.lowerBound,
      step: max(1, actions.count / max(1, try request.count(max: 1_000))), line: skipped)
    var series = knowledge.series.flatMap { $0.isContinuation(of: start) ? $0 : nil } ?? start
    let deadline = Deadline(after: .milliseconds(10))
    while series.next < actions.upperBound {
      series.add(try state(after: series.next))
      if deadline.isOver { break }
    }
    knowledge.series = series
    return .members([
      "points": .array(series.points),
      "searched": .integer(min(actions.count, series.next - actions.lowerBound)),
      "of": .integer(actions.count),
    ])
  }

  func exported(_ request: InspectorRequest) throws -> JSONValue {
    let actions = journal.actions
    let last = try request.optionalInteger("to") ?? actions.upperBound - 1
    let first =
      try request.optionalInteger("from")
      ?? max(actions.lowerBound, last - JournalText.actionCountMax + 1)
    guard first <= last, actions.contains(first), actions.contains(last) else {
      throw RequestFailure(
        actions.isEmpty
          ? "There are no actions to export."
          : "'export' expects actions from \(actions.lowerBound) to \(actions.upperBound - 1).")
    }
    guard last - first < JournalText.actionCountMax else {
      throw RequestFailure(
        "An export has at most 10,000 actions: choose fewer, or record to a file.")
    }
    let file = name.map { $0.isLetter || $0.isNumber ? $0 : "-" }
    return .members([
      "name": .string(String(file).lowercased() + ".jsonl"),
      "text": .string(try export(first...last)),
    ])
  }
}

extension JournalIndex.Lane {
  var json: JSONValue {
    .members([
      "effect": .integer(effect), "label": .string(name),
      "feature": .string(path.joined(separator: "/")), "at": place.map(JSONValue.string),
      "by": cause.map(JSONValue.integer), "start": .integer(start),
      "end": end.map(JSONValue.integer) ?? .null, "how": .string(ending ?? "alive"),
      "late": .array(lateSends.map(JSONValue.integer)),
      "sent": .array(sent.map { .array([.integer($0.time), .integer($0.action)]) }),
    ])
  }
}

/// A number of the state over time, computed a few actions at a time.
struct NumberSeries {
  let place: String
  let first: Int
  let step: Int
  /// The skipped actions.
  let line: Set<Int>
  /// The next action whose state is read.
  private(set) var next: Int
  private(set) var points: [JSONValue] = []

  init(place: String, first: Int, step: Int, line: Set<Int>) {
    (self.place, self.first, self.step, self.line, next) = (place, first, step, line, first)
  }

  func isContinuation(of other: NumberSeries) -> Bool {
    place == other.place && first == other.first && step == other.step && line == other.line
  }

  mutating func add(_ state: JSONValue) {
    if case .number(let digits) = state[place: place] {
      points.append(.array([.integer(next), .number(digits)]))
    }
    next += step
  }
}
