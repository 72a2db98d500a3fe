package import HeadraceJournal

// MARK: - Questions of Programs

/// What programs ask: the events come one after another, and none is kept.
extension FileStore {
  /// Answers a request of the page; see `Documentation/inspector.md`.
  ///
  /// - Parameters:
  ///   - name: What is asked, such as `rows`.
  ///   - parameters: The members of the request.
  /// - Throws: A failure that says what was expected.
  package func answer(
    _ name: String, _ parameters: KeyValuePairs<String, JSONValue?>
  ) throws -> JSONValue {
    guard case .object(let members) = JSONValue.members(parameters) else { return .null }
    return try answer(InspectorRequest(name, members))
  }

  /// Finds the rows that match a query.
  ///
  /// - Parameters:
  ///   - query: Which events are wanted.
  ///   - actions: The actions whose events, and those after each, are wanted.
  ///   - body: Called for each row in order; returns whether to continue.
  /// - Throws: ``JournalFailure`` at a damaged line, and what the body throws.
  package func forEachRow(
    matching query: JournalQuery, of actions: Range<Int>, _ body: (JSONValue) throws -> Bool
  ) throws {
    var (search, names) = (JournalSearch(query), EffectNames())
    let positions = positions(of: actions)
    for position in 0..<positions.upperBound {
      if journal.line(at: position, hasAnyOf: EffectNames.signs) {
        names.note(try journal.event(at: position))
      }
      guard query.needsHistory || positions.contains(position),
        try query == JournalQuery() || search.isMatch(position, in: journal),
        positions.contains(position)
      else { continue }
      guard try body(row(names.completed(journal.event(at: position)))) else { return }
    }
  }

  /// Finds the actions that changed a place of the state.
  ///
  /// - Parameters:
  ///   - place: A JSON Pointer (RFC 6901). What changes above or below it counts.
  ///   - query: Which of the actions are wanted.
  ///   - actions: The numbers of those that are wanted.
  ///   - body: Called for each action in order; returns whether to continue.
  /// - Returns: How many actions were recorded without what they changed.
  /// - Throws: ``JournalFailure`` at a damaged line, and what the body throws.
  /// - Complexity: O(*n*) in the size of the lines; a line is read if the place's first name is in
  ///   it.
  package func forEachChange(
    of place: String, matching query: JournalQuery, in actions: Range<Int>,
    _ body: (JSONValue) throws -> Bool
  ) throws -> Int {
    var (watch, search) = (PlaceWatch(place, in: journal), JournalSearch(query))
    var searched = 0
    let first = journal.actions.lowerBound
    for action in journal.actions.clamped(to: actions) {
      let position = try journal.position(ofAction: action)
      guard let (event, changes) = try watch.changes(by: action, at: position) else { continue }
      var isMatch = true
      if query != JournalQuery() {
        if !query.needsHistory { searched = position }
        while searched <= position {
          isMatch = try search.isMatch(searched, in: journal)
          searched += 1
        }
      }
      guard isMatch else { continue }
      let because = try causes(of: event, countMax: Self.causeCountMax)
      let goesOn = try body(
        .members([
          "action": .integer(action), "label": event.label.map(JSONValue.string),
          "changes": .array(changes.map(\.json)),
          "because": .array(
            because.map {
              .members([
                "action": .integer($0.action ?? first), "label": $0.label.map(JSONValue.string),
              ])
            }),
        ]))
      guard goesOn else { break }
    }
    return watch.unknownCount
  }

  /// How many causes are listed with each of many actions.
  package static var causeCountMax: Int { 100 }

  /// The rows of an action, of the effect that sent it, of the action that started the effect, and
  /// so on, up to the host's.
  package func why(_ action: Int) throws -> [JSONValue] {
    var (event, rows) = (try event(ofAction: action), [JSONValue]())
    while let cause = try causes(of: event, countMax: 1).first {
      let start = try start(of: event, after: cause)
      // Only its start has the feature of an effect.
      if let start, event.path.isEmpty { event.path = start.path }
      rows.append(row(event))
      if let start { rows.append(row(start)) }
      event = cause
    }
    return rows + [row(event)]
  }

  /// The effects that ran, in the order of their starts.
  package func lanes() -> [JSONValue] {
    _ = knowledge.index.advance(in: journal, until: Deadline(after: nil))
    return knowledge.index.lanes.values.sorted { $0.effect < $1.effect }.map(\.json)
  }

  /// The start of the effect that sent an action.
  private func start(of event: JournalEvent, after cause: JournalEvent) throws -> JournalEvent? {
    guard let effect = event.effect else { return nil }
    for position in cause.sequence..<event.sequence
    where journal.line(at: position, hasAnyOf: [EffectNames.start]) {
      let start = try journal.event(at: position)
      if start.kind == .effectStarted, start.effect == effect { return start }
    }
    return nil
  }

  /// The positions of actions, each with the events up to the next action.
  private func positions(of actions: Range<Int>) -> Range<Int> {
    func position(_ action: Int) -> Int {
      if action < journal.actions.lowerBound { return 0 }
      return Result { try journal.position(ofAction: action) }.value ?? journal.eventCount
    }
    return position(actions.lowerBound)..<position(actions.upperBound)
  }
}

/// The names of effects, which only their starts have: of those that run, and of the last that
/// ended.
private struct EffectNames {
  /// What a line has that starts an effect.
  static let start = Array("\"effectStarted\"".utf8)
  /// What a line has that starts or ends an effect.
  static let signs = [
    start, Array("\"effectEnded\"".utf8), Array("\"effectCancelled\"".utf8),
  ]
  private static var countMax: Int { 20_000 }

  private var names: [Int: (label: String?, path: [String])] = [:]
  private var ended: [Int] = []

  mutating func note(_ event: JournalEvent) {
    guard let effect = event.effect else { return }
    if event.kind == .effectStarted { names[effect] = (event.label, event.path) }
    if [.effectEnded, .effectCancelled].contains(event.kind) { ended.append(effect) }
    // An action that it sent may come after its end.
    if ended.count > Self.countMax {
      for effect in ended.prefix(Self.countMax / 2) { names[effect] = nil }
      ended.removeFirst(Self.countMax / 2)
    }
  }

  /// The event of an effect with its name.
  func completed(_ event: JournalEvent) -> JournalEvent {
    guard let effect = event.effect, let name = names[effect] else { return event }
    var event = event
    if event.kind != .action { event.label = event.label ?? name.label }
    if event.path.isEmpty { event.path = name.path }
    return event
  }
}
