import HeadraceJournal

/// Follows a place of the state through a journal, by the differences that were recorded.
///
/// Most lines are not read: a search for the place's name tells that they don't change it.
struct PlaceWatch {
  private let journal: JournalFile
  private let place: String
  /// The part of the place that has no index: an index is another element after a splice.
  private let root: String
  /// What a line has if it changes the root; empty if any may.
  private let signs: [[UInt8]]
  /// A state in which the root is as it was after the last action; `nil` if that isn't known.
  private var state: JSONValue?
  /// How many actions were recorded without what they changed.
  private(set) var unknownCount = 0

  /// - Parameter place: A JSON Pointer (RFC 6901); empty for the whole state.
  init(_ place: String, in journal: JournalFile) {
    (self.journal, self.place) = (journal, place)
    let names = place.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    let named = names.prefix { Int($0) == nil }
    root = named.map { "/\($0)" }.joined()
    // A line with an escape may write the same name in another way.
    signs = named.first.map { ["\"/\($0)", "\"\":", "\\"].map { Array($0.utf8) } } ?? []
  }

  /// Reads the next action.
  ///
  /// - Returns: Its event and what it changed at, below or above the place; `nil` if nothing.
  mutating func changes(
    by action: Int, at position: Int
  ) throws -> (event: JournalEvent, changes: [ValueChange])? {
    let isRecorded = journal.line(at: position, hasAnyOf: [Array("\"set\":".utf8)])
    if isRecorded, !signs.isEmpty, !journal.line(at: position, hasAnyOf: signs) { return nil }
    let event = try journal.event(at: position)
    guard let difference = event.difference else {
      (state, unknownCount) = (nil, unknownCount + 1)
      return nil
    }
    let touching = difference.filtered { $0.isAtOrBelow(root) || root.isAtOrBelow($0) }
    guard !touching.isEmpty else { return nil }
    if state == nil { state = try journal.state(after: action - 1) }
    let changes = try apply(touching)
    return changes.isEmpty ? nil : (event, changes)
  }

  private mutating func apply(_ difference: StateDifference) throws -> [ValueChange] {
    let inner = difference.filtered { $0.isAtOrBelow(place) }
    if inner.count == difference.count || state == nil {
      // What is above the place may have changed it.
      if inner.count < difference.count { unknownCount += 1 }
      let changes = inner.changes(from: state)
      try change(difference)
      return changes
    }
    // What is above the place, or moves it, changes it only if its value is another one.
    let old = state?[place: place]
    try change(difference)
    let new = state?[place: place]
    return old == new ? [] : [ValueChange(place: place, from: old, to: new)]
  }

  private mutating func change(_ difference: StateDifference) throws {
    guard var next = state else { return }
    // Nothing is copied while there is one owner.
    state = nil
    try difference.apply(to: &next)
    state = next
  }
}

extension String {
  /// Whether a JSON Pointer is another one, or leads to a part of its value.
  fileprivate func isAtOrBelow(_ place: String) -> Bool {
    hasPrefix(place) && (utf8.count == place.utf8.count || dropFirst(place.count).first == "/")
  }
}

extension StateDifference {
  fileprivate var count: Int { changed.count + removed.count + spliced.count }

  /// The part whose places match.
  fileprivate func filtered(_ isIncluded: (String) -> Bool) -> StateDifference {
    var difference = self
    difference.changed.removeAll { !isIncluded($0.place) }
    difference.removed.removeAll { !isIncluded($0) }
    difference.spliced.removeAll { !isIncluded($0.place) }
    return difference
  }
}
