import Headrace

/// Keeps the last events of a store in memory, in segments that begin with a copy of the state.
final class JournalMemory<State>: JournalOutput {
  let header: JournalHeader
  private let segmentCountMax: Int
  private let segmentLength: Int
  private var last: JournalSegment
  private var earlier: [JournalSegment] = []
  /// The states before the first actions of all segments.
  private var states: [State]

  var failure: JournalFailure? { nil }

  init(header: JournalHeader, state: State, firstAction: Int, actionCountMax: Int) {
    self.header = header
    last = JournalSegment(firstAction: firstAction, firstEvent: 0)
    segmentLength = min(JournalSegment.actionCount, max(1, actionCountMax / 10))
    segmentCountMax = (actionCountMax - 1) / segmentLength + 1
    states = [state]
  }

  var segments: [(events: JournalSegment, state: State)] {
    Array(zip(earlier + [last], states)).map { ($0, $1) }
  }

  func add(_ action: JournalEntry, state: State) {
    if last.add(action) >= segmentLength { beginSegment(with: state) }
  }

  func add(_ entry: JournalEntry) { last.entries.append(entry) }

  /// Forgets all events, because the store continues from another state.
  func restart(with state: State) {
    beginSegment(with: state)
    (earlier, states) = ([], [state])
  }

  func flush() {}

  func end(with state: State, after action: Int, at time: Duration) {
    if !last.actions.isEmpty { beginSegment(with: state) }
  }

  private func beginSegment(with state: State) {
    earlier.append(last)
    states.append(state)
    last = JournalSegment(
      firstAction: last.firstAction + last.actions.count,
      firstEvent: last.firstEvent + last.entries.count)
    guard earlier.count > segmentCountMax else { return }
    earlier.removeFirst()
    states.removeFirst()
  }
}

/// Events that follow a copy of the state.
struct JournalSegment {
  /// The number of actions in a segment.
  static let actionCount = 1_000

  /// The number of the first action.
  let firstAction: Int
  /// The position of the first event in the journal.
  let firstEvent: Int
  var entries: [JournalEntry] = []
  /// The positions of the actions within `entries`.
  private(set) var actions: [Int] = []

  init(firstAction: Int, firstEvent: Int) {
    self.firstAction = firstAction
    self.firstEvent = firstEvent
  }

  /// Adds an action.
  ///
  /// - Returns: The number of actions in the segment.
  mutating func add(_ action: JournalEntry) -> Int {
    actions.append(entries.count)
    entries.append(action)
    return actions.count
  }
}
