/// Where a child's scope is, relative to its parent's.
@usableFromInline
package enum ScopePlace {
  /// A child that exists as long as its parent does.
  case fixed(node: Int)
  /// A child that can end, or be replaced by one with a different identity.
  case optional(node: Int, identity: AnyHashable?)
  /// One of many children, by its id.
  case row(node: Int, id: AnyHashable)

  var node: Int {
    switch self {
    case .fixed(let node), .optional(let node, _), .row(let node, _): node
    }
  }

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
  /// The structure of the collection when the rows were last compared with it; 0 for never.
  var structureVersion: UInt64 = 0
  /// The number of the last search for lost scopes in the collection's elements; see
  /// ``ElementChanges``.
  var lastElementSearch: UInt64 = 0
  /// The rows whose scopes were made since the last comparison. Their elements may have been
  /// removed before that.
  private(set) var newRows: [AnyHashable] = []
  /// The rows below which scopes that can end were made since the last search.
  private(set) var rowsWithNewChildren: [AnyHashable] = []

  mutating func noteNewRow(_ id: AnyHashable) {
    Self.note(id, in: &newRows, of: rows)
  }

  mutating func noteNewChildren(ofRow id: AnyHashable) {
    Self.note(id, in: &rowsWithNewChildren, of: rows)
  }

  /// Adds a row to a list. The rows of a reducer that is called by hand within another are never
  /// compared with a state, so no search empties their lists. Once most of a list is about rows
  /// that are gone, they are dropped.
  private static func note(
    _ id: AnyHashable, in list: inout [AnyHashable], of rows: [AnyHashable: _EffectScope]
  ) {
    list.append(id)
    guard list.count > 2 * rows.count + keptCapacity else { return }
    var kept: Set<AnyHashable> = []
    list.removeAll { rows[$0] == nil || !kept.insert($0).inserted }
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
