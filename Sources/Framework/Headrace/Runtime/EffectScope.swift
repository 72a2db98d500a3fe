/// One feature's place in the store's tree of effects in flight.
///
/// There is one tree per store. A scope exists for the store itself, and for every child feature
/// below which effects live. Owned by the store's actor.
public final class EffectScope {
  // The runtime holds the tree and the flags, and every effect in the tree holds the runtime.
  let flags: UnsafeMutablePointer<StoreFlags>
  let place: ScopePlace?
  /// The scope above; `nil` for the root, and for a scope that has left the tree.
  private(set) var parent: EffectScope?

  /// How the feature is dismissed, where it is presented and has had effects.
  var dismissal: Dismissal?

  /// Whether the feature's state is gone; nothing of this scope is reduced any more.
  @exclusivity(unchecked) private(set) var isEnded = false

  /// The effects in flight and actions waiting, here and below.
  @exclusivity(unchecked) private(set) var liveCount = 0

  /// The scopes below that can end before their parents.
  @exclusivity(unchecked) private(set) var endableCount = 0

  /// What ids can cancel here.
  var cancelIndex = CancelIndex()

  private var slots: [ScopeSlot] = []
  @exclusivity(unchecked) private var records = EffectRecordList()

  init(
    flags: UnsafeMutablePointer<StoreFlags>, at place: ScopePlace?, below parent: EffectScope?
  ) {
    self.flags = flags
    self.place = place
    self.parent = parent
  }
}

/// Where a child's scope is, seen from its parent's.
@usableFromInline
package enum ScopePlace {
  /// A child that is there as long as its parent is.
  case fixed(node: Int)
  /// A child that can go away, or be replaced by another of different identity.
  case optional(node: Int, identity: AnyHashable?)
  /// One of many children, by its id.
  case row(node: Int, id: AnyHashable)

  fileprivate var node: Int {
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
  let node: Int
  fileprivate(set) var single: EffectScope?
  fileprivate(set) var rows: [AnyHashable: EffectScope] = [:]
  /// The structure of the collection when the rows were last compared with it; 0 for never.
  var structureVersion: UInt64 = 0
  /// The number of the last search in the collection's elements; see ``ElementChanges``.
  fileprivate var lastSearch: UInt64 = 0
  /// The rows that came since then: their elements may be gone all the same.
  fileprivate var newRows: [AnyHashable] = []
  /// The rows below which children that can end came since then.
  fileprivate var rowsWithNewChildren: [AnyHashable] = []
}

// MARK: - Finding Children

extension EffectScope {
  /// The scope of the one child at a node, if effects live there.
  @usableFromInline
  func child(at node: Int) -> EffectScope? {
    slots.first { $0.node == node }?.single
  }

  /// Whether effects live below some nodes that can end before this scope.
  func holdsEndable(at nodes: Set<Int>) -> Bool {
    slots.contains { slot in
      guard nodes.contains(slot.node) else { return false }
      let single = slot.single.map { $0.place?.isEndable == true || $0.endableCount > 0 }
      return single ?? !slot.rows.isEmpty
    }
  }

  /// Finds or makes the scope of a child; `nil` where that child was replaced by another.
  func makeChild(at place: ScopePlace) -> EffectScope? {
    let index = slotIndex(of: place.node)
    if case .row(_, let id) = place {
      if let scope = slots[index].rows[id] { return scope }
    } else if let scope = slots[index].single {
      return scope.stands(at: place) ? scope : nil
    }
    let scope = EffectScope(flags: flags, at: place, below: self)
    if case .row(_, let id) = place {
      slots[index].rows[id] = scope
      slots[index].newRows.append(id)
    } else {
      slots[index].single = scope
    }
    if place.isEndable {
      countEndable(1)
      noteNewChild()
    }
    return scope
  }

  /// Notes that a child that can end came below this scope, for the next search.
  private func noteNewChild() {
    var scope = self
    while let parent = scope.parent {
      if case .row(let node, let id) = scope.place {
        let index = parent.slotIndex(of: node)
        if parent.slots[index].rowsWithNewChildren.last != id {
          parent.slots[index].rowsWithNewChildren.append(id)
        }
      }
      scope = parent
    }
  }

  /// Counts scopes that came or went below this one.
  private func countEndable(_ change: Int) {
    var scope: EffectScope? = self
    while let current = scope {
      current.endableCount += change
      scope = current.parent
    }
    flags.pointee.endableScopeCount += change
    if change > 0 { flags.pointee.hasNewEndableScopes = true }
  }

  private func slotIndex(of node: Int) -> Int {
    if let index = slots.firstIndex(where: { $0.node == node }) { return index }
    slots.append(ScopeSlot(node: node))
    return slots.count - 1
  }

  private func stands(at place: ScopePlace) -> Bool {
    guard case .optional(_, let other) = place, case .optional(_, let mine) = self.place else {
      return true
    }
    return mine == other
  }
}

// MARK: - Showing Where It Is

extension EffectScope {
  /// The features from the store's own down to this one, with the ids of elements.
  func path(in runtime: StoreRuntime) -> [String] {
    var path: [String] = []
    var scope: EffectScope? = self
    while let current = scope {
      let name = runtime.featureName(at: current.place?.node)
      if case .row(_, let id) = current.place {
        path.append("\(name)[\(id)]")
      } else {
        path.append(name)
      }
      scope = current.parent
    }
    return path.reversed()
  }
}

// MARK: - Counting What Lives

extension EffectScope {
  func add(_ record: EffectRecord) {
    records.append(record)
    retain()
  }

  /// Takes an effect out; the scope keeps its place in the tree until ``release()``, so that those
  /// who are told of the end can still be told where.
  func remove(_ record: EffectRecord) {
    records.remove(record)
  }

  /// Keeps the scope in the tree for something that lives in it.
  func retain() {
    countLive(1)
  }

  /// Keeps the scope in the tree instead of its parent, which the caller keeps until now.
  func takeHoldOfParent() {
    liveCount += 1
  }

  /// Lets go of the scope; where nothing lives in it any more it leaves the tree.
  func release() {
    countLive(-1)
    // The root never leaves.
    if parent != nil { removeIfIdle() }
  }

  private func countLive(_ change: Int) {
    var scope: EffectScope? = self
    while let current = scope {
      current.liveCount += change
      scope = current.parent
    }
  }

  private func removeIfIdle() {
    var idle: EffectScope?
    var scope: EffectScope? = self
    while let current = scope, current.liveCount == 0 {
      if current.place?.isEndable == true { idle = current }
      scope = current.parent
    }
    idle?.detach()
  }

  /// The effects in flight here and below that match, in the order in which they started.
  func records(where isIncluded: (EffectRecord) -> Bool = { _ in true }) -> [EffectRecord] {
    var records: [EffectRecord] = []
    forEachRecord { if isIncluded($0) { records.append($0) } }
    // Rows are kept by their hashed ids, so those of several scopes come in any order.
    return slots.isEmpty ? records : records.sorted { $0.id < $1.id }
  }

  private func forEachRecord(_ body: (EffectRecord) -> Void) {
    forEachScope { $0.records.forEach(body) }
  }

  /// Calls a closure for this scope and all below.
  func forEachScope(_ body: (EffectScope) -> Void) {
    body(self)
    guard !slots.isEmpty else { return }
    var waiting = [self]
    while let scope = waiting.popLast() {
      for slot in scope.slots {
        if let single = slot.single { waiting.append(single) }
        waiting += slot.rows.values
      }
      if scope !== self { body(scope) }
    }
  }
}

// MARK: - Ending

extension EffectScope {
  /// Cancels all effects here and below, in the order in which they started, and drops the actions
  /// that wait.
  @usableFromInline
  func end() {
    markEnded()
    for record in records() { record.cancel() }
    letGoOfChildren()
    detach()
  }

  /// Ends scopes that the state no longer holds, the effects of all in the order in which they
  /// started.
  @usableFromInline
  static func end(_ lost: [EffectScope]) {
    let records = lost.flatMap { $0.records() }
    for record in lost.count > 1 ? records.sorted(by: { $0.id < $1.id }) : records {
      record.cancel()
    }
    for scope in lost { scope.end() }
  }

  /// Lets nothing of this scope be reduced any more. It is ended once the state has been compared:
  /// to be told of a cancelled effect, others may look at the state, parts of which are out to be
  /// changed in place until then.
  private func lose() {
    markEnded()
    flags.pointee.lostScopes.append(self)
  }

  private func markEnded() {
    isEnded = true
    for slot in slots {
      slot.single?.markEnded()
      for scope in slot.rows.values { scope.markEnded() }
    }
  }

  /// Takes the subtree apart. Actions that still wait may hold parts of it.
  private func letGoOfChildren() {
    let slots = slots
    self.slots = []
    for slot in slots {
      slot.single?.leaveParent()
      for scope in slot.rows.values { scope.leaveParent() }
    }
  }

  private func leaveParent() {
    letGoOfChildren()
    parent = nil
  }

  private func detach() {
    guard let parent, let place else { return }
    if let index = parent.slots.firstIndex(where: { $0.node == place.node }) {
      if case .row(_, let id) = place {
        if parent.slots[index].rows[id] === self { parent.slots[index].rows[id] = nil }
      } else if parent.slots[index].single === self {
        parent.slots[index].single = nil
      }
    }
    parent.countLive(-liveCount)
    parent.countEndable(-endableCount - (place.isEndable ? 1 : 0))
    self.parent = nil
    letGoOfChildren()
  }
}

// MARK: - Comparing With the State

extension EffectScope {
  /// Loses the child at a node unless the state still holds it.
  ///
  /// - Parameter identity: The identity of the child that the state holds.
  /// - Returns: The scope of the child, if it lives on.
  @usableFromInline
  func keepChild(
    at node: Int, isPresent: Bool, identity: @autoclosure () -> AnyHashable?
  ) -> EffectScope? {
    guard let scope = child(at: node) else { return nil }
    if isPresent, scope.stands(at: .optional(node: node, identity: identity())) { return scope }
    scope.lose()
    return nil
  }

  /// Loses the rows at a node that the state no longer holds.
  ///
  /// - Parameters:
  ///   - structureVersion: Equal versions mean that no row came or went since the last comparison,
  ///     and only the scopes that came since then are looked at; `nil` where the collection doesn't
  ///     tell.
  ///   - isPresent: Whether the state holds a row.
  @usableFromInline
  package func keepRows(
    at node: Int, structureVersion: UInt64? = nil, where isPresent: (AnyHashable) -> Bool
  ) {
    guard let index = slots.firstIndex(where: { $0.node == node }) else { return }
    let newRows = slots[index].newRows
    slots[index].newRows = []
    guard !slots[index].rows.isEmpty else { return }
    if let structureVersion, slots[index].structureVersion == structureVersion {
      let lost = newRows.filter { !isPresent($0) }.compactMap { slots[index].rows[$0] }
      for scope in lost { scope.lose() }
    } else {
      slots[index].structureVersion = structureVersion ?? 0
      for (id, scope) in slots[index].rows where !isPresent(id) { scope.lose() }
    }
  }

  /// Whether effects live in rows at a node, or below them.
  @usableFromInline
  package func hasRows(at node: Int) -> Bool {
    slots.contains { $0.node == node && !$0.rows.isEmpty }
  }

  /// The rows at a node below which children can end, and may have since the last search.
  ///
  /// - Parameters:
  ///   - changes: What the collection has noted since the last search; nothing from now on.
  ///   - id: The id of the element at a position.
  /// - Complexity: O(1) where one element has changed or none, O(*n*) in the rows otherwise.
  @usableFromInline
  package func rowsToSearch(
    at node: Int, _ changes: inout ElementChanges, id: (Int) -> AnyHashable
  ) -> [SearchedRow] {
    guard let index = slots.firstIndex(where: { $0.node == node }) else { return [] }
    let new = slots[index].rowsWithNewChildren
    slots[index].rowsWithNewChildren = []
    switch ChangedElements(in: &changes, since: &slots[index].lastSearch, id: id) {
    case .none: return searched(new, in: slots[index])
    case .one(let id): return searched(new.contains(id) ? new : new + [id], in: slots[index])
    case .any: return rowsWithChildren(at: node)
    }
  }

  private func searched(_ ids: [AnyHashable], in slot: ScopeSlot) -> [SearchedRow] {
    ids.compactMap { id in
      guard let scope = slot.rows[id], scope.endableCount > 0, !scope.isEnded else { return nil }
      return SearchedRow(id: id, scope: scope)
    }
  }

  /// All rows at a node below which children can end.
  ///
  /// - Complexity: O(*n*) in the rows in which effects live.
  @usableFromInline
  package func rowsWithChildren(at node: Int) -> [SearchedRow] {
    guard let slot = slots.first(where: { $0.node == node }), endableCount > slot.rows.count
    else { return [] }
    return searched(Array(slot.rows.keys), in: slot)
  }
}

/// A row whose children are compared with the state.
@usableFromInline
package struct SearchedRow {
  @usableFromInline package let id: AnyHashable
  @usableFromInline package let scope: EffectScope
}
