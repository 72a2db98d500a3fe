/// Where a child's scope is, relative to its parent's.
@usableFromInline
package enum ScopePlace: Equatable {
  /// A child that exists as long as its parent does.
  case fixed(node: Int)
  /// A child that can end, or be replaced by one with a different identity.
  case optional(node: Int, identity: AnyHashable?)
  /// One of many children, by its id.
  case row(node: Int, id: AnyHashable)

  @usableFromInline var node: Int {
    switch self {
    case .fixed(let node), .optional(let node, _), .row(let node, _): node
    }
  }

  /// Whether the nodes are made for one call by hand, so that the child has no scope.
  @usableFromInline var isOfOneCall: Bool { node == 0 }

  /// Whether the child can end before its parent.
  var isEndable: Bool {
    if case .fixed = self { false } else { true }
  }
}

/// The scopes below one node.
struct ScopeSlot {
  /// For how many rows memory is kept when none is left.
  private static let keptCapacity = 64

  let node: Int
  var single: _EffectScope?
  var rows: [AnyHashable: _EffectScope] = [:]
  /// The number of the last search for lost scopes in the collection's elements; see
  /// ``ElementChanges``.
  var lastElementSearch: UInt64 = 0
  /// The rows whose scopes were made since the last comparison. Their elements may have been
  /// removed before that.
  private(set) var newRows: [AnyHashable] = []
  /// The rows below which scopes that can end were made since the last search.
  private(set) var rowsWithNewChildren: [AnyHashable] = []

  mutating func noteNewRow(_ id: AnyHashable) {
    newRows.append(id)
  }

  mutating func noteNewChildren(ofRow id: AnyHashable) {
    rowsWithNewChildren.append(id)
  }

  /// Call it when no rows are left. Nothing is compared or searched then, which would clear what
  /// was noted.
  mutating func forgetRows() {
    forgetNew()
    if rows.capacity > Self.keptCapacity { rows = [:] }
  }

  mutating func forgetNew() {
    newRows = []
    rowsWithNewChildren = []
  }
}
