/// Which elements of a collection may have changed since lost effects were last looked for below
/// them.
///
/// Most actions change one element or a few. A few positions are remembered, and the ids of a few
/// elements that were removed; if there are more, only that fact is. Nothing is noted before the
/// first search. A copy of the collection keeps the notes, because it has the same elements.
///
/// Two searches may follow each other before the next action, if two `forEach` share a collection.
/// So the notes of the search before the last are kept as well.
@usableFromInline
package struct ElementChanges<ID> {
  /// The number of the last search, which no other search has; 0 before the first.
  @usableFromInline private(set) var search: UInt64 = 0
  /// The number of the search before it.
  @usableFromInline private(set) var earlierSearch: UInt64 = 0
  /// The elements that were changed since the last search.
  @usableFromInline private(set) var positions = FewPositions()
  /// The elements that were changed between the two searches.
  @usableFromInline private(set) var earlierPositions = FewPositions()
  /// The ids of the elements that were removed since the search before the last.
  @usableFromInline private(set) var removed: [ID] = []
  /// How many of them, from the first, were removed before the last search.
  @usableFromInline private(set) var earlierRemovedCount = 0

  /// How many ids are remembered.
  private static var removedCountMax: Int { 16 }

  @usableFromInline
  init() {}

  /// Whether there was a search, so that changes are noted.
  @inlinable
  @inline(__always)
  var isNoting: Bool { search != 0 }

  /// Call it where an element is changed in place.
  @inlinable
  @inline(__always)
  mutating func note(_ changed: Int) {
    if isNoting, !positions.beginWith(changed) { noteOther(changed) }
  }

  @usableFromInline
  mutating func noteOther(_ changed: Int) {
    positions.insert(changed)
  }

  /// Call it where an element is added.
  @inlinable
  mutating func noteInsertion(at position: Int) {
    if isNoting { noteInserted(at: position) }
  }

  @usableFromInline
  mutating func noteInserted(at position: Int) {
    positions.makeRoom(at: position)
    earlierPositions.makeRoom(at: position)
    positions.insert(position)
  }

  /// Call it where an element is removed.
  @inlinable
  mutating func noteRemoval(at position: Int, of id: ID) {
    if isNoting { noteRemoved(at: position, id) }
  }

  @usableFromInline
  mutating func noteRemoved(at position: Int, _ id: ID) {
    positions.close(at: position)
    earlierPositions.close(at: position)
    if removed.count == Self.removedCountMax { return noteSeveral() }
    removed.append(id)
  }

  /// Call it where an element gets another position.
  @usableFromInline
  mutating func noteMove(from source: Int, to destination: Int) {
    guard isNoting else { return }
    positions.close(at: source)
    earlierPositions.close(at: source)
    noteInserted(at: destination)
  }

  /// Call it where many elements are changed, added, removed or moved.
  @inlinable
  mutating func noteSeveral() {
    if isNoting { forget() }
  }

  @usableFromInline
  mutating func forget() {
    // The next search looks at everything, and begins anew.
    self = Self()
  }

  /// Begins a search.
  ///
  /// - Parameters:
  ///   - lastSearch: The number of the last search at the same place; becomes this one's.
  ///   - id: The id of the element at a position.
  /// - Returns: What has to be looked at.
  mutating func beginSearch(
    since lastSearch: inout UInt64, id: (Int) -> ID
  ) -> ChangedElements<ID> {
    let result = changes(since: lastSearch, id: id)
    if !isNoting || !positions.isEmpty || removed.count > earlierRemovedCount {
      earlierSearch = search
      search = StateStamp.next()
      earlierPositions = positions
      positions = FewPositions()
      removed.removeFirst(earlierRemovedCount)
      earlierRemovedCount = removed.count
    }
    lastSearch = search
    return result
  }

  private func changes(since lastSearch: UInt64, id: (Int) -> ID) -> ChangedElements<ID> {
    guard isNoting, lastSearch != 0, let recent = positions.all else { return .any }
    if lastSearch == search {
      return .some(
        changed: recent.map(id), removed: Array(removed.dropFirst(earlierRemovedCount)))
    }
    guard lastSearch == earlierSearch, let earlier = earlierPositions.all else { return .any }
    return .some(
      changed: (earlier + recent.filter { !earlier.contains($0) }).map(id), removed: removed)
  }
}

extension ElementChanges: Sendable where ID: Sendable {}

/// What a search for lost effects has to look at in a collection.
enum ChangedElements<ID> {
  /// Some elements, and what was added since the last search.
  case some(changed: [ID], removed: [ID])
  /// Everything.
  case any
}

/// A few positions in a collection, or the fact that there are more.
@usableFromInline
struct FewPositions: Sendable {
  // Four numbers and no array: an action to a row allocates nothing (row `action to one row`).
  @usableFromInline private(set) var first: Int32 = -1
  private var second: Int32 = -1
  private var third: Int32 = -1
  private var fourth: Int32 = -1

  private static var none: Int32 { -1 }
  /// The first position, if there are too many.
  private static var tooMany: Int32 { -2 }

  @usableFromInline
  init() {}

  var isEmpty: Bool { first == Self.none }

  /// The positions; `nil` if there are too many.
  var all: [Int]? {
    if first == Self.tooMany { return nil }
    return isEmpty ? [] : [first, second, third, fourth].filter { $0 >= 0 }.map { Int($0) }
  }

  /// Whether a position was the first to be added. The next action is often for the same element.
  @inlinable
  @inline(__always)
  func beginWith(_ position: Int) -> Bool { Int(first) == position }

  // Every action to another row comes through here (row `action to another row each time`).
  mutating func insert(_ position: Int) {
    guard first != Self.tooMany else { return }
    guard let position = Int32(exactly: position) else { return first = Self.tooMany }
    if position == first || position == second || position == third || position == fourth {
      return
    }
    if first == Self.none {
      first = position
    } else if second == Self.none {
      second = position
    } else if third == Self.none {
      third = position
    } else if fourth == Self.none {
      fourth = position
    } else {
      first = Self.tooMany
    }
  }

  /// Makes room for an element that is inserted.
  mutating func makeRoom(at position: Int) {
    change { Int($0) >= position ? $0 + 1 : $0 }
  }

  /// Forgets an element that is removed.
  mutating func close(at position: Int) {
    change { Int($0) == position ? nil : Int($0) > position ? $0 - 1 : $0 }
  }

  /// Changes the positions, of which there may be fewer afterwards.
  private mutating func change(_ body: (Int32) -> Int32?) {
    guard first >= 0 else { return }
    let kept = [first, second, third, fourth].compactMap { $0 < 0 ? nil : body($0) }
    self = Self()
    for position in kept { insert(Int(position)) }
  }
}
