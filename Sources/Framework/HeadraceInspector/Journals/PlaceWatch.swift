import HeadraceJournal

/// Follows a path of the state through a journal, using the recorded differences.
///
/// Most lines are not parsed, because a search for the path's first name shows that they don't
/// change it.
struct PlaceWatch {
  private let journal: JournalFile
  private let place: String
  /// The part of the path before any index: an index refers to another element after a splice.
  private let root: String
  /// Texts that a line contains if it changes the root; empty if any line may.
  private let signs: [[UInt8]]
  /// A state whose root is up to date with the last action; `nil` if that is unknown.
  private var state: JSONValue?
  /// The number of actions that were recorded without their changes.
  private(set) var unknownCount = 0

  /// - Parameter place: A JSON Pointer (RFC 6901); empty for the whole state.
  init(_ place: String, in journal: JournalFile) {
    (self.journal, self.place) = (journal, place)
    let names = place.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    let named = names.prefix { Int($0) == nil }
    root = named.map { "/\($0)" }.joined()
    // A line with an escape may write the same name differently.
    signs = named.first.map { ["\"/\($0)", "\"\":", "\\"].map { Array($0.utf8) } } ?? []
  }

  /// Reads the next action.
  ///
  /// - Returns: Its event and its changes at, below or above the path; `nil` if there are none.
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
      // A change above the path may have changed its value.
      if inner.count < difference.count { unknownCount += 1 }
      let changes = inner.changes(from: state)
      try change(difference)
      return changes
    }
    // A change above the path, or one that moves it, counts only if the value at the path differs.
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
  /// Returns `true` if a JSON Pointer equals another one or leads to a part of its value.
  fileprivate func isAtOrBelow(_ place: String) -> Bool {
    hasPrefix(place) && (utf8.count == place.utf8.count || dropFirst(place.count).first == "/")
  }
}

extension StateDifference {
  fileprivate var count: Int { changed.count + removed.count + spliced.count }

  /// Returns the part with matching paths.
  fileprivate func filtered(_ isIncluded: (String) -> Bool) -> StateDifference {
    var difference = self
    difference.changed.removeAll { !isIncluded($0.place) }
    difference.removed.removeAll { !isIncluded($0) }
    difference.spliced.removeAll { !isIncluded($0.place) }
    return difference
  }
}
