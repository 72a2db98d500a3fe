/// The ids of a collection's elements that may have changed since the last search for lost effects.
///
/// Most actions change one element or a few. If more have changed, the next search visits every
/// element. No changes are noted before the first search.
///
/// Each change has a unique number, by which a search finds where the last one ended. This works
/// even if an earlier copy of the collection was put back, or if two `forEach` share the
/// collection.
@usableFromInline
package struct ElementChanges<ID: Hashable> {
  /// The maximum number of changes to remember.
  @inlinable static var countMax: Int { 16 }

  /// The number of the change before those that are remembered; 0 before the first search.
  @usableFromInline var start: UInt64 = 0
  /// The ids that were changed, added or removed since then.
  @usableFromInline var notes: [(id: ID, number: UInt64)] = []
  /// Consecutive changes, the oldest first.
  @usableFromInline package typealias Notes = ArraySlice<(id: ID, number: UInt64)>
  /// The number at which the last search ended.
  @usableFromInline var lastEnd: UInt64 = 0

  @usableFromInline
  init() {}

  /// Notes that an element is changed in place, added or removed.
  @inlinable
  mutating func note(_ id: ID) { if start != 0 { add(id) } }

  @inlinable
  mutating func add(_ id: ID) {
    let firstNew = (notes.lastIndex { $0.number == lastEnd } ?? -1) + 1
    if let known = notes[firstNew...].firstIndex(where: { $0.id == id }) {
      notes.remove(at: known)
    } else if notes.count == Self.countMax {
      start = notes.removeFirst().number
    }
    notes.append((id, StateStamp.next()))
  }

  /// Notes that many elements are changed, added or removed.
  @usableFromInline
  mutating func noteSeveral() { self = Self() }

  /// Begins a search.
  ///
  /// - Parameter last: The number at which the last search by the same operator ended; becomes the
  ///   number at which this one ends.
  /// - Returns: The elements to visit; `nil` for all.
  @inlinable
  mutating func beginSearch(since last: inout UInt64) -> Notes? {
    if start == 0 { start = StateStamp.next() }
    lastEnd = notes.last?.number ?? start
    defer { last = lastEnd }
    let first = last == start ? 0 : notes.lastIndex { $0.number == last }.map { $0 + 1 }
    return first.map { notes[$0...] }
  }
}

extension ElementChanges: Sendable where ID: Sendable {}
