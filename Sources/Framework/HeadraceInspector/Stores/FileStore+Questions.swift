package import HeadraceJournal

// MARK: - Questions of Programs

/// Questions that programs ask: the events are delivered one by one, and none is kept.
extension FileStore {
  /// Answers a request of the page; see `Documentation/inspector.md`.
  ///
  /// - Parameters:
  ///   - name: The name of the request, such as `rows`.
  ///   - parameters: The members of the request.
  /// - Throws: A failure with the expected form.
  package func answer(
    _ name: String, _ parameters: KeyValuePairs<String, JSONValue?>
  ) throws -> JSONValue {
    guard case .object(let members) = JSONValue.members(parameters) else { return .null }
    return try answer(InspectorRequest(name, members))
  }

  /// Finds the rows that match a query.
  ///
  /// - Parameters:
  ///   - query: The filter.
  ///   - actions: The actions whose events, and those after each, are included.
  ///   - body: Called for each row in order; returns `true` to continue.
  /// - Throws: ``JournalFailure`` at a damaged line, and the errors of the body.
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

  /// Finds the actions that changed a path of the state.
  ///
  /// - Parameters:
  ///   - place: A JSON Pointer (RFC 6901). Changes above or below it count.
  ///   - query: The filter for the actions.
  ///   - actions: The numbers of the actions to search.
  ///   - body: Called for each action in order; returns `true` to continue.
  /// - Returns: The number of actions that were recorded without their changes.
  /// - Throws: ``JournalFailure`` at a damaged line, and the errors of the body.
  /// - Complexity: O(*n*) in the size of the lines; a line is parsed only if it contains the path's
  ///   first name.
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

  /// The maximum number of causes that are listed with each of many actions.
  package static var causeCountMax: Int { 100 }

  /// Returns the rows of an action, of the effect that sent it, of the action that started the
  /// effect, and so on.
  ///
  /// The last row is that of the host's action.
  package func why(_ action: Int) throws -> [JSONValue] {
    var (event, rows) = (try event(ofAction: action), [JSONValue]())
    while let cause = try causes(of: event, countMax: 1).first {
      let start = try start(of: event, after: cause)
      // Only the start of an effect contains its feature.
      if let start, event.path.isEmpty { event.path = start.path }
      rows.append(row(event))
      if let start { rows.append(row(start)) }
      event = cause
    }
    return rows + [row(event)]
  }

  /// Returns the effects that ran, in the order of their starts.
  package func lanes() -> [JSONValue] {
    _ = knowledge.index.advance(in: journal, until: Deadline(after: nil))
    return knowledge.index.lanes.values.sorted { $0.effect < $1.effect }.map(\.json)
  }

  /// Returns the start of the effect that sent an action.
  private func start(of event: JournalEvent, after cause: JournalEvent) throws -> JournalEvent? {
    guard let effect = event.effect else { return nil }
    for position in cause.sequence..<event.sequence
    where journal.line(at: position, hasAnyOf: [EffectNames.start]) {
      let start = try journal.event(at: position)
      if start.kind == .effectStarted, start.effect == effect { return start }
    }
    return nil
  }

  /// Returns the positions of actions, each with the events up to the next action.
  private func positions(of actions: Range<Int>) -> Range<Int> {
    func position(_ action: Int) -> Int {
      if action < journal.actions.lowerBound { return 0 }
      return Result { try journal.position(ofAction: action) }.value ?? journal.eventCount
    }
    return position(actions.lowerBound)..<position(actions.upperBound)
  }
}

/// The names of effects that are running or ended recently; only their starts contain the names.
private struct EffectNames {
  /// Text in a line that starts an effect.
  static let start = Array("\"effectStarted\"".utf8)
  /// Texts in a line that starts or ends an effect.
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
    // An action of the effect may follow the effect's end.
    if ended.count > Self.countMax {
      for effect in ended.prefix(Self.countMax / 2) { names[effect] = nil }
      ended.removeFirst(Self.countMax / 2)
    }
  }

  /// Returns the event of an effect with the effect's name.
  func completed(_ event: JournalEvent) -> JournalEvent {
    guard let effect = event.effect, let name = names[effect] else { return event }
    var event = event
    if event.kind != .action { event.label = event.label ?? name.label }
    if event.path.isEmpty { event.path = name.path }
    return event
  }
}
