/// The position of a child's scope, relative to its parent's.
@usableFromInline
package enum ScopePlace: Equatable {
  /// A child that exists as long as its parent does.
  case fixed(node: Int)
  /// A child that can end, or be replaced by one with a different identity.
  ///
  /// Indirect, so that copying a place without an identity costs no more than its numbers.
  indirect case optional(node: Int, identity: AnyHashable?)
  /// A child that is presented, by the number of its presentation.
  case presented(node: Int, identity: UInt64)
  /// One of many children, by its id.
  case row(node: Int, id: RowID)

  @usableFromInline var node: Int {
    switch self {
    case .fixed(let node), .optional(let node, _), .presented(let node, _), .row(let node, _): node
    }
  }

  /// True if the nodes are created for one call by hand, so that the child has no scope.
  @usableFromInline var isOfCallByHand: Bool { node == 0 }

  /// True if the child can end before its parent.
  var isEndable: Bool { if case .fixed = self { false } else { true } }
}

/// The scopes below one node.
struct ScopeSlot {
  /// The number of rows for which memory is kept when the last row is removed.
  private static let keptCapacity = 64

  let node: Int
  var single: _EffectScope?
  var rows: [RowID: _EffectScope] = [:]
  /// The number of the last search for lost scopes in the collection's elements; see
  /// ``ElementChanges``.
  var lastElementSearch: UInt64 = 0
  /// The rows that were added since the last search, whose elements may have been removed earlier,
  /// and those below which scopes that can end were added.
  var notedRows: [RowID] = []

  /// The scope of the child at a place.
  subscript(place: ScopePlace) -> _EffectScope? {
    get {
      if case .row(_, let id) = place { rows[id] } else { single }
    }
    set {
      guard case .row(_, let id) = place else {
        single = newValue
        return
      }
      rows[id] = newValue
      guard rows.isEmpty else { return }
      // From here on, no comparison or search takes place that would clear the notes.
      notedRows = []
      if rows.capacity > Self.keptCapacity { rows = [:] }
    }
  }
}
