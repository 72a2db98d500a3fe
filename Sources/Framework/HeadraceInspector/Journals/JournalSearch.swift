import HeadraceJournal

/// A filter for the events of a journal.
package struct JournalQuery: Hashable {
  /// A text in the label, the payload, the path or the detail; case is ignored.
  package var text = ""
  /// A part of the joined names of a feature and its parents, such as `List/Row`.
  package var feature = ""
  /// A part of the names of an action's cases, such as `.row.tapped`.
  package var label = ""
  /// An action from which the events must follow, through any number of effects.
  package var cause: Int?
  /// The kinds of events; all if empty.
  package var kinds: Set<String> = []

  /// Creates a query.
  package init(
    text: String = "", feature: String = "", label: String = "", cause: Int? = nil,
    kinds: Set<String> = []
  ) {
    (self.text, self.feature, self.label) = (text, feature, label)
    (self.cause, self.kinds) = (cause, kinds)
  }

  /// True if earlier events determine whether an event matches.
  var needsHistory: Bool { !feature.isEmpty || cause != nil }

  /// True if the query selects all actions.
  var isAllActions: Bool { self == JournalQuery(kinds: [JournalEvent.Kind.action.rawValue]) }
}

/// The events that match a query, found a few at a time.
struct JournalSearch {
  let query: JournalQuery
  /// The sequence numbers of the matching events.
  private(set) var matches: [Int] = []
  /// The sequence number of the next event to read.
  private(set) var next = 0
  private let text: [UInt8]
  /// The actions that follow from the query's cause.
  private var following: Set<Int>
  /// The effects that those actions have started.
  private var followingEffects: Set<Int> = []
  /// The features of the effects: an action belongs to the feature of the effect that sent it.
  private var features: [Int: String] = [:]

  init(_ query: JournalQuery) {
    self.query = query
    text = query.text.inLowerCase
    following = query.cause.map { [$0] } ?? []
  }

  /// Reads more events.
  mutating func advance(in journal: some InspectedJournal, until deadline: Deadline) throws {
    let events = journal.events
    if next > events.upperBound { self = JournalSearch(query) }
    if let first = matches.first, first < events.lowerBound {
      matches.removeFirst(matches.firstIndex { $0 >= events.lowerBound } ?? matches.count)
    }
    next = max(next, events.lowerBound)
    if following.count > 2 * journal.actions.count {
      following = following.filter { $0 >= journal.actions.lowerBound }
    }
    while next < events.upperBound {
      if next.isMultiple(of: 64), deadline.isOver { return }
      if try isMatch(next, in: journal) { matches.append(next) }
      next += 1
    }
  }

  /// Returns `true` if an event matches.
  ///
  /// With ``JournalQuery/needsHistory``, call it for every event in order.
  mutating func isMatch(_ number: Int, in journal: some InspectedJournal) throws -> Bool {
    // If earlier events matter, none is skipped, because an action has the feature of its effect.
    if !query.needsHistory, !text.isEmpty, journal.mayContain(text, event: number) == false {
      return false
    }
    let event = try journal.outline(number)
    let feature = note(event)
    let isCaused = query.cause == nil || follows(event)
    guard isCaused, query.kinds.isEmpty || query.kinds.contains(event.kind.rawValue),
      query.label.isEmpty || event.label?.containsPart(query.label) == true,
      query.feature.isEmpty || feature.containsPart(query.feature)
    else { return false }
    return try text.isEmpty || containsText(event, in: journal)
  }

  /// Stores the feature of an effect that starts, and returns that of an event.
  private mutating func note(_ event: JournalEvent) -> String {
    guard !query.feature.isEmpty else { return "" }
    if event.kind == .effectStarted, let effect = event.effect {
      features[effect] = event.path.joined(separator: "/")
    }
    let feature = event.effect.flatMap { features[$0] } ?? event.path.joined(separator: "/")
    if let effect = event.effect, [.effectEnded, .effectCancelled].contains(event.kind) {
      features[effect] = nil
    }
    return feature
  }

  private mutating func follows(_ event: JournalEvent) -> Bool {
    let isCause = event.action == query.cause && event.kind == .action
    let follows =
      isCause || event.cause.map(following.contains) == true
      || event.kind != .action && event.effect.map(followingEffects.contains) == true
    if let effect = event.effect, [.effectEnded, .effectCancelled].contains(event.kind) {
      followingEffects.remove(effect)
    }
    guard follows else { return false }
    if event.kind == .action, let action = event.action { following.insert(action) }
    if event.kind == .effectStarted, let effect = event.effect { followingEffects.insert(effect) }
    return true
  }

  private func containsText(
    _ event: JournalEvent, in journal: some InspectedJournal
  ) throws -> Bool {
    let path = event.path.joined(separator: "/")
    let words = [event.label ?? "", event.detail ?? "", event.place ?? "", path]
    if words.contains(where: { Array($0.utf8).containsInAnyCase(text) }) { return true }
    guard event.kind == .action else { return false }
    let payload = try journal.event(event.sequence).payload
    return payload.map { Array("\($0)".utf8).containsInAnyCase(text) } ?? false
  }
}

extension String {
  /// Returns `true` if the string contains a text, ignoring case.
  func containsPart(_ text: String) -> Bool {
    Array(utf8).containsInAnyCase(text.inLowerCase)
  }

  /// The bytes, with ASCII letters in lower case.
  fileprivate var inLowerCase: [UInt8] {
    utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }
}
