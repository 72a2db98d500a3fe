import HeadraceJournal

/// An index of the causes and effects in a journal, built a few events at a time.
struct JournalIndex {
  /// An effect, with its lifetime and its actions.
  struct Lane {
    let effect: Int
    var label: String?
    var path: [String] = []
    var place: String?
    var cause: Int?
    let start: Int
    var end: Int?
    var ending: String?
    var lateSends: [Int] = []
    var sent: [(time: Int, action: Int)] = []

    /// The effect's name or, without one, the line that created it.
    var name: String {
      label ?? place?.split(separator: "/").last.map(String.init) ?? "effect \(effect)"
    }
  }

  /// The maximum number of an effect's actions that are kept.
  private static let sentCountMax = 200

  /// The sequence number of the next event to read.
  private(set) var next = 0
  /// The effects by their numbers.
  private(set) var lanes: [Int: Lane] = [:]
  /// The cause of each action, beginning with the first action that is kept; 0 for none.
  private var causes: [Int32] = []
  private var firstAction: Int?

  /// Reads more events.
  ///
  /// - Returns: `true` if all events have been read.
  mutating func advance(in journal: some InspectedJournal, until deadline: Deadline) -> Bool {
    let events = journal.events
    if next < events.lowerBound || next > events.upperBound { restart(at: events.lowerBound) }
    forgetEarlier(than: journal.actions.lowerBound)
    while next < events.upperBound {
      if next.isMultiple(of: 64), deadline.isOver { return false }
      // A damaged line is reported where it is shown.
      if let event = Result(catching: { try journal.outline(next) }).value {
        add(event, among: journal.actions)
      }
      next += 1
    }
    return true
  }

  private mutating func restart(at event: Int) {
    (next, lanes, causes, firstAction) = (event, [:], [], nil)
  }

  private mutating func forgetEarlier(than action: Int) {
    guard let first = firstAction, action - first > max(1_000, causes.count / 4) else { return }
    causes.removeFirst(min(causes.count, action - first))
    firstAction = action
    lanes = lanes.filter { $0.value.end == nil || ($0.value.cause ?? 0) >= action }
  }

  private mutating func add(_ event: JournalEvent, among actions: Range<Int>) {
    let time = event.time.microseconds
    switch event.kind {
    case .action:
      guard let action = event.action, actions.contains(action) else { return }
      let first = firstAction ?? action
      firstAction = first
      // A damaged line before it has no cause.
      while causes.count < action - first { causes.append(0) }
      if causes.count == action - first { causes.append(Int32(clamping: event.cause ?? 0)) }
      guard let effect = event.effect,
        lanes[effect].map({ $0.sent.count < Self.sentCountMax }) == true
      else { return }
      lanes[effect]?.sent.append((time, action))
    case .effectStarted:
      guard let effect = event.effect else { return }
      var lane = Lane(effect: effect, start: time)
      (lane.label, lane.path, lane.place) = (event.label, event.path, event.place)
      lane.cause = event.cause
      lanes[effect] = lane
    case .effectEnded: end(event, event.detail?.ending ?? "ended")
    case .effectCancelled: end(event, "cancelled")
    case .dropped where event.detail == "lateSend":
      guard let effect = event.effect else { return }
      if lanes[effect].map({ $0.lateSends.count < Self.sentCountMax }) == true {
        lanes[effect]?.lateSends.append(time)
      }
    default: break
    }
  }

  private mutating func end(_ event: JournalEvent, _ ending: String) {
    guard let effect = event.effect else { return }
    lanes[effect]?.end = event.time.microseconds
    lanes[effect]?.ending = ending
  }
}

// MARK: - Causes

extension JournalIndex {
  /// Returns the action that caused another one by way of an effect; `nil` if the host sent it.
  func cause(of action: Int) -> Int? {
    guard let first = firstAction, causes.indices.contains(action - first) else { return nil }
    let cause = Int(causes[action - first])
    return cause > 0 ? cause : nil
  }

  /// Returns the actions that follow from an action, through any number of effects, by their
  /// causes.
  ///
  /// - Complexity: O(*n*) in the number of later actions.
  func consequences(of action: Int, countMax: Int = .max) -> [Int: [Int]] {
    guard let first = firstAction else { return [:] }
    var (found, count): ([Int: [Int]], Int) = ([action: []], 0)
    for index in causes.indices.dropFirst(max(0, action - first + 1)) {
      let cause = Int(causes[index])
      guard cause >= action, found[cause] != nil else { continue }
      guard count < countMax else { break }
      found[cause]?.append(first + index)
      found[first + index] = []
      count += 1
    }
    return found
  }

  /// Returns the effects that an action has started, in order.
  func effects(of action: Int) -> [Lane] {
    lanes.values.filter { $0.cause == action }.sorted { $0.effect < $1.effect }
  }
}

extension String {
  /// The outcome of an effect, as a word of the journal.
  fileprivate var ending: String {
    switch self {
    case "stopped": "stopped"
    case _ where hasPrefix("caught") || hasPrefix("failed"): "failed"
    default: "ended"
    }
  }
}

/// The end of a time slice for a long search, after which the store's actor can do other work.
struct Deadline {
  private let end: ContinuousClock.Instant?

  /// - Parameter duration: The length of the slice; `nil` for no limit.
  init(after duration: Duration?) {
    end = duration.map { .now + $0 }
  }

  var isOver: Bool { end.map { .now >= $0 } ?? false }
}

extension Result {
  var value: Success? { if case .success(let value) = self { value } else { nil } }
}
