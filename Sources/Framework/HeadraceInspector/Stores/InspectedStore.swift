import Foundation
import HeadraceJournal

/// A store or a journal as the page shows it; it belongs to one actor.
protocol InspectedStore: AnyObject {
  associatedtype ShownJournal: InspectedJournal

  var id: Int { get }
  var name: String { get }
  var kind: StoreKind { get }
  var journal: ShownJournal { get }
  /// The knowledge about the journal that was gathered so far.
  var knowledge: JournalKnowledge { get set }
  /// The current display, and the available controls.
  var situation: StoreSituation { get }

  /// The actions that are skipped in the shown line.
  var skipped: Set<Int> { get }

  /// Returns the state after an action in the shown line.
  func state(after action: Int) throws -> JSONValue
  /// Returns the shown state, after the actions that were added to the line.
  func shownState() throws -> JSONValue
  /// Returns the action that replaces a recorded one in the shown line.
  func action(inPlaceOf action: Int) -> Int
  /// Performs an operation that only some stores support.
  ///
  /// - Returns: The answer; `nil` if the operation is not supported.
  func control(_ request: InspectorRequest) throws -> JSONValue?
  /// Returns a journal of some actions, as text.
  func export(_ actions: ClosedRange<Int>) throws -> String
}

/// The kind of a store.
enum StoreKind: String {
  case live
  /// A journal that was opened in the process of its feature.
  case imported = "import"
  /// A journal that is only viewed.
  case file
}

/// The knowledge about a journal so far: causes, effects and searches.
struct JournalKnowledge {
  var index = JournalIndex()
  /// The last searches, the latest first.
  private var searches: [JournalSearch] = []
  private static let searchCountMax = 4
  /// The chart that was drawn last.
  var series: NumberSeries?

  /// Continues a search, or begins it.
  mutating func search(
    _ query: JournalQuery, in journal: some InspectedJournal, until deadline: Deadline
  ) throws -> JournalSearch {
    let index = searches.firstIndex { $0.query == query }
    var search = index.map { searches.remove(at: $0) } ?? JournalSearch(query)
    defer { searches = [search] + searches.prefix(Self.searchCountMax - 1) }
    try search.advance(in: journal, until: deadline)
    return search
  }
}

/// The display of a store, and the available controls.
struct StoreSituation {
  enum Mode: String {
    case live
    /// Actions wait, and the present is shown.
    case paused
    /// Actions wait, and an earlier or a changed state is shown.
    case past
  }

  var mode = Mode.live
  /// The action after which the state is shown.
  var shown: Int
  var queuedCount = 0
  var isLocked = false
  /// The action after which the list begins.
  var base: Int
  var skipped: Set<Int> = []
  var moved: [(action: Int, before: Int)] = []
  var added: [String] = []
  var controls: [String] = []
  /// The labels of actions, with an example of each as JSON.
  var cases: [(label: String, json: String)] = []
  var note: String?
}

// MARK: - Answering

extension InspectedStore {
  /// The maximum time of a search on the store's actor, before it returns a partial answer.
  private var patience: Duration { .milliseconds(10) }

  func answer(_ request: InspectorRequest) throws -> JSONValue {
    if let answer = try look(request) { return answer }
    if let answer = try control(request) { return answer }
    throw RequestFailure("\(name) can't do '\(request.name)'.")
  }

  private func look(_ request: InspectorRequest) throws -> JSONValue? {
    switch request.name {
    case "rows": try rows(request)
    case "find": try find(request)
    case "action": try detail(of: request.integer("action"))
    case "state": try state(request)
    case "tree": try tree(from: request.integer("action"))
    case "lanes": try lanes(request)
    case "values": try values(request)
    case "numbers":
      .members([
        "places": .strings(
          try state(after: request.integer("action")).placesOfNumbers(countMax: 500))
      ])
    case "export": try exported(request)
    default: nil
    }
  }

  var status: JSONValue {
    let (journal, now) = (journal, situation)
    let header = journal.header
    return .members([
      "store": .integer(id), "name": .string(name), "kind": .string(kind.rawValue),
      "app": .string(header.app), "process": .integer(Int(getpid())),
      "start": .number("\(header.start.timeIntervalSince1970)"),
      "state": .string(header.state), "action": .string(header.action),
      "stateForm": .string(header.states.rawValue), "actionForm": .string(header.actions.rawValue),
      "events": .range(journal.events), "actions": .range(journal.actions),
      "forgotten": .integer(journal.events.lowerBound),
      "mode": .string(now.mode.rawValue), "shown": .integer(now.shown),
      "waiting": .integer(now.queuedCount), "locked": .bool(now.isLocked),
      "base": .integer(now.base),
      "skipped": .array(now.skipped.sorted().map(JSONValue.integer)),
      "moved": .array(now.moved.map { .array([.integer($0.action), .integer($0.before)]) }),
      "added": .strings(now.added), "can": .strings(now.controls),
      "cases": .array(
        now.cases.map { .members(["label": .string($0.label), "json": .string($0.json)]) }),
      "note": now.note.map(JSONValue.string),
    ])
  }
}

// MARK: - Rows

extension InspectedStore {
  /// The first event after the base point.
  private var firstEvent: Int {
    let (journal, base) = (journal, situation.base)
    guard journal.actions.contains(base) else { return journal.events.lowerBound }
    // The events of the base's effects are shown with the actions that came after it.
    return Result { try journal.event(ofAction: base) + 1 }.value ?? journal.events.lowerBound
  }

  private func rows(_ request: InspectorRequest) throws -> JSONValue {
    let query = try request.query()
    let (from, count) = try (max(0, request.integer("from")), request.count(max: 200))
    let found = try matches(query)
    _ = knowledge.index.advance(in: journal, until: Deadline(after: patience))
    let end = min(found.count, from + count)
    let rows = try (from..<max(from, end)).map { try row(found.event($0), inLine: found.isWhole) }
    return .members([
      "total": .integer(found.count), "searched": .integer(found.searched),
      "of": .integer(journal.events.count), "rows": .array(rows),
    ])
  }

  private func find(_ request: InspectorRequest) throws -> JSONValue {
    let event = try journal.event(ofAction: try request.integer("action"))
    let found = try matches(request.query())
    // The matching events are in ascending order.
    var (low, high) = (0, found.count)
    while low < high {
      let middle = (low + high) / 2
      if try found.event(middle) < event { low = middle + 1 } else { high = middle }
    }
    let isFound = try low < found.count && found.event(low) == event
    return .members(["index": isFound ? .integer(low) : .null, "next": .integer(low)])
  }

  /// Returns the events that match a query.
  private func matches(
    _ query: JournalQuery
  ) throws -> (count: Int, searched: Int, isWhole: Bool, event: (Int) throws -> Int) {
    let (journal, first) = (journal, firstEvent)
    if query == JournalQuery() {
      return (journal.events.upperBound - first, journal.events.count, true, { first + $0 })
    }
    if query.isAllActions {
      let start = max(journal.actions.lowerBound, situation.base + 1)
      return (
        max(0, journal.actions.upperBound - start), journal.events.count, true,
        { try journal.event(ofAction: start + $0) }
      )
    }
    let search = try knowledge.search(
      query, in: journal, until: Deadline(after: patience))
    let start = search.matches.firstIndex { $0 >= first } ?? search.matches.count
    return (
      search.matches.count - start, search.next - journal.events.lowerBound, false,
      { search.matches[start + $0] }
    )
  }

  /// Returns an event as a line of the list.
  private func row(_ number: Int, inLine: Bool = false) throws -> JSONValue {
    var event = try journal.event(number)
    if inLine, event.kind == .action, let action = event.action {
      let other = self.action(inPlaceOf: action)
      if other != action { event = try journal.event(journal.event(ofAction: other)) }
    }
    return row(event)
  }

  func row(_ event: JournalEvent) -> JSONValue {
    let isSkipped = event.kind == .action && skipped.contains(event.action ?? 0)
    // Only the start of an effect contains its name and feature.
    let lane = event.effect.flatMap { knowledge.index.lanes[$0] }
    let label = event.label ?? (event.kind == .action ? nil : lane?.name)
    let feature = event.path.isEmpty ? lane?.path ?? [] : event.path
    return .members([
      "n": .integer(event.sequence), "kind": .string(event.kind.rawValue),
      "action": event.action.map(JSONValue.integer), "t": .integer(event.time.microseconds),
      "ns": event.reducing.map { .integer($0.nanoseconds) },
      "label": label.map(JSONValue.string),
      "short": event.kind == .action
        ? event.payload.map { .string($0.argument.text(countMax: 160)) } : nil,
      "by": event.cause.map(JSONValue.integer), "effect": event.effect.map(JSONValue.integer),
      "feature": feature.isEmpty ? nil : .string(feature.joined(separator: "/")),
      "detail": event.detail.map(JSONValue.string), "at": event.place.map(JSONValue.string),
      "count": event.count.map(JSONValue.integer),
      "cut": event.cutByteCount.map(JSONValue.integer),
      "skipped": isSkipped ? .bool(true) : nil,
    ])
  }
}

extension JSONValue {
  /// The payload of the innermost case of an action.
  fileprivate var argument: JSONValue {
    guard case .object(let members) = self, members.entries.count == 1,
      let value = members.entries.first?.value, case .object(let inner) = value
    else { return self }
    let next = inner["action"] ?? (inner.entries.count == 1 ? inner["_0"] : nil)
    if let next, case .object(let members) = next, members.entries.count == 1 {
      return next.argument
    }
    return inner.entries.isEmpty ? .string("") : value
  }

  /// Returns the beginning of the value as JSON; empty for an empty string.
  fileprivate func text(countMax: Int) -> String {
    if self == .string("") { return "" }
    let text = "\(self)"
    return text.utf8.count <= countMax ? text : text.prefix(countMax - 1) + "…"
  }
}
