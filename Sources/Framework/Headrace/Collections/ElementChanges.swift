/// Which elements of a collection may have changed since lost effects were last looked for below
/// them.
///
/// Most actions are for one element, so one position is remembered. If there are several, only that
/// fact is. A copy of the collection keeps the notes, because it has the same elements.
@frozen
@usableFromInline
package struct ElementChanges: Sendable {
  /// The number of the search, which no other search has; 0 before the first.
  @usableFromInline var search: UInt64 = 0
  /// The position of the element; ``none`` or ``several``.
  @usableFromInline var position = ElementChanges.none

  @usableFromInline static var none: Int { -1 }
  @usableFromInline static var several: Int { -2 }

  @inlinable
  init() {}

  /// Call it where an element is changed in place.
  @inlinable
  @inline(__always)
  mutating func note(_ changed: Int) {
    if position == changed { return }
    position = position == Self.none ? changed : Self.several
  }

  /// Call it where elements are added, removed or moved.
  @inlinable
  mutating func noteSeveral() {
    position = Self.several
  }
}

/// What a search for lost effects has to look at in a collection.
@usableFromInline
package enum ChangedElements<ID> {
  /// Only what was added since the last search.
  case none
  /// That, and one element.
  case one(ID)
  /// Everything.
  case any

  /// Begins a search.
  ///
  /// - Parameters:
  ///   - changes: What the collection has noted since its last search; emptied by this call.
  ///   - lastSearch: The number of the last search at the same place; becomes this one's.
  ///   - id: The id of the element at a position.
  @inlinable
  package init(
    in changes: inout ElementChanges, since lastSearch: inout UInt64, id: (Int) -> ID
  ) {
    let position = changes.position
    if changes.search == 0 || changes.search != lastSearch {
      self = .any
    } else if position == ElementChanges.none {
      self = .none
      return
    } else {
      self = position == ElementChanges.several ? .any : .one(id(position))
    }
    changes.search = StructureVersion.next()
    changes.position = ElementChanges.none
    lastSearch = changes.search
  }
}
