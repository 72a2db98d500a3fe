/// Which elements of a collection may have changed since lost effects were last looked for below
/// them, by their ids.
///
/// Most actions change one element or a few. If more have changed, the next search looks at every
/// element, and the notes start again. Nothing is noted before the first search. A copy of the
/// collection keeps the notes, because it has the same elements.
///
/// Two searches may follow each other before the next action, if two `forEach` share a collection.
/// So the notes of the search before the last are kept as well.
@usableFromInline
package struct ElementChanges<ID: Equatable> {
  /// The number of the last search, which no other search has; 0 before the first.
  @usableFromInline private(set) var search: UInt64 = 0
  /// The number of the search before it.
  private var earlierSearch: UInt64 = 0
  /// What was changed, added or removed since the last search.
  private var ids: [ID] = []
  /// What was changed, added or removed between the two searches.
  private var earlierIDs: [ID] = []

  /// How many ids are remembered.
  private static var countMax: Int { 16 }

  @usableFromInline
  init() {}

  /// Whether there was a search, so that changes are noted.
  @inlinable var isNoting: Bool { search != 0 }

  /// Call it where an element is changed in place, added or removed.
  @inlinable
  mutating func note(_ id: ID) {
    if isNoting { insert(id) }
  }

  @usableFromInline
  mutating func insert(_ id: ID) {
    if ids.contains(id) { return }
    if ids.count == Self.countMax { noteSeveral() } else { ids.append(id) }
  }

  /// Call it where many elements are changed, added or removed.
  @usableFromInline
  mutating func noteSeveral() {
    self = Self()
  }

  /// Begins a search.
  ///
  /// - Parameter lastSearch: The number of the last search at the same place; becomes this one's.
  /// - Returns: The elements to look at; `nil` for all.
  mutating func beginSearch(since lastSearch: inout UInt64) -> [ID]? {
    defer { lastSearch = search }
    var changed: [ID]?
    if lastSearch != 0, lastSearch == search { changed = ids }
    if lastSearch != 0, lastSearch == earlierSearch { changed = ids + earlierIDs }
    if !isNoting || !ids.isEmpty {
      (earlierSearch, earlierIDs) = (search, ids)
      (search, ids) = (StateStamp.next(), [])
    }
    return changed
  }
}

extension ElementChanges: Sendable where ID: Sendable {}
