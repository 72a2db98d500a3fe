/// A feature's node in the store's tree of effects in flight.
///
/// There is one tree per store, owned by the store's actor. It has a scope for the store itself,
/// and for every child feature with effects in it or below it.
///
/// It is public only because a requirement of `_ReducerNode` mentions it. It has no public members;
/// the framework's nodes use it.
public final class _EffectScope {
  // Invariants before and after each method:
  // - `liveCount` is the number of records, queued actions and running starters here and in all
  //   scopes below. When the count of an endable scope falls to zero, the scope leaves the tree,
  //   with all below it. A scope that is not endable stays as long as its parent.
  // - `endableCount` is the number of endable scopes below.
  // - A scope that is lost, and each scope below it, has `isGone` set. A lost scope is in
  //   `lost` of the root until `endLostScopes()`.

  // Only the store's actor accesses these properties. No access to them is open while an author's
  // code runs, except the `==` of an id.
  let flags: StoreFlags
  let place: ScopePlace?
  /// True if the feature can end before its parent.
  var isEndable: Bool { place?.isEndable == true }
  /// The scope above; `nil` for the root, and for a scope that has left the tree.
  private(set) var parent: _EffectScope?

  /// Dismisses the feature, by an action to its parent, if it is presented and has had effects.
  var dismissal: ((EffectRecord) -> Void)?

  /// True once the feature's state is gone; from then on nothing of this scope is reduced.
  private(set) var isGone = false

  /// The number of effects in flight and queued actions, here and below.
  private(set) var liveCount = 0

  /// The number of scopes below this one that can end before their parents.
  private(set) var endableCount = 0

  /// True if the parent's slot has noted this row for the next search; each row above is then noted
  /// in its parent's slot, too.
  var isNoted = false

  /// The effects in flight, here and below, that got an id here.
  var cancellable: [CancelID: EffectSet] = [:]

  /// The effects that measure the intervals of throttles here, by the ids of the throttles.
  var intervals: [CancelID: EffectRecord] = [:]

  /// Only in the root: the lost scopes that have not ended yet.
  private var lost: [_EffectScope] = []

  /// The effects here that a debounce or a throttle delays.
  var delayed: [EffectID: EffectRecord] = [:]

  var slots: [ScopeSlot] = []
  /// The effects in flight here.
  ///
  /// An effect that has ended is removed, but retains the scope until instruments have been
  /// notified of its end and have read its location.
  var records = EffectSet()

  init(flags: StoreFlags, at place: ScopePlace?, below parent: _EffectScope?) {
    self.flags = flags
    self.place = place
    self.parent = parent
  }
}

// MARK: - Finding Children

extension _EffectScope {
  /// Returns the scope of the one child at a node, if effects live there.
  @usableFromInline
  package func child(at node: Int) -> _EffectScope? { slot(at: node)?.single }

  /// Returns the scope of the child at a place, if effects live there.
  func existingChild(at place: ScopePlace) -> _EffectScope? { slot(at: place.node)?[place] }

  /// Finds or creates the scope of a child; returns `nil` if that child was replaced by another.
  func makeChild(at place: ScopePlace) -> _EffectScope? {
    if let scope = existingChild(at: place) { return scope.place == place ? scope : nil }
    let scope = _EffectScope(flags: flags, at: place, below: self)
    slots[slotIndex(of: place.node)][place] = scope
    if scope.isEndable {
      count(endable: 1)
      flags.hasNewEndableScopes = true
      scope.noteForSearch()
    }
    return scope
  }

  /// Notes this scope, which is new, and the rows above it for the next search.
  private func noteForSearch() {
    var scope = self
    while let parent = scope.parent {
      if case .row(let node, let id) = scope.place {
        if scope.isNoted { return }
        scope.isNoted = true
        parent.slots[parent.slotIndex(of: node)].notedRows.append(id)
      }
      scope = parent
    }
  }

  /// True if a scope below this one can end before its parent.
  @usableFromInline package var hasEndableChildren: Bool { endableCount > 0 }

  private func slotIndex(of node: Int) -> Int {
    if let index = index(of: node) { return index }
    slots.append(ScopeSlot(node: node))
    return slots.count - 1
  }

  /// The position of the slot of a node, without a copy of the slot.
  func index(of node: Int) -> Int? { slots.firstIndex { $0.node == node } }

  /// A copy of the slot of a node, which takes one access to the slots.
  func slot(at node: Int) -> ScopeSlot? { slots.first { $0.node == node } }
}

// MARK: - Counting Live Effects

extension _EffectScope {
  /// Keeps the scope in the tree for an effect or action that lives in it.
  func retain() { count(live: 1) }

  /// Releases the scope; if it is empty afterwards, removes it from the tree.
  func release() {
    count(live: -1)
    // The root is never removed.
    if parent != nil { removeIfIdle() }
  }

  /// Adds to the counts here and above.
  private func count(live: Int = 0, endable: Int = 0) {
    var scope: _EffectScope? = self
    while let current = scope {
      current.liveCount += live
      current.endableCount += endable
      scope = current.parent
    }
  }

  private func removeIfIdle() {
    var idle: _EffectScope?
    var scope: _EffectScope? = self
    while let current = scope, current.liveCount == 0 {
      if current.isEndable { idle = current }
      scope = current.parent
    }
    idle?.detach()
  }

  /// Returns the matching effects in flight here and below, in the order in which they started.
  func records(where isIncluded: (EffectRecord) -> Bool = { _ in true }) -> [EffectRecord] {
    var records: [EffectRecord] = []
    forEachScope { $0.records.forEach { if isIncluded($0) { records.append($0) } } }
    return records.sorted { $0.id < $1.id }
  }

  /// Calls a closure for this scope and all below, which the closure may remove.
  func forEachScope(_ body: (_EffectScope) -> Void) {
    guard !slots.isEmpty else { return body(self) }
    var remaining = [self]
    while let scope = remaining.popLast() {
      for slot in scope.slots {
        if let single = slot.single { remaining.append(single) }
        remaining += slot.rows.values
      }
      body(scope)
    }
  }
}

// MARK: - Ending

extension _EffectScope {
  /// Cancels all effects here and below, in the order in which they started, and drops the queued
  /// actions.
  @usableFromInline
  func end() {
    markGone()
    for record in records() { record.cancel() }
    detach()
    letGoOfChildren()
  }

  /// Ends the lost scopes below the root, if any, and cancels their effects in the order in which
  /// they started.
  @usableFromInline
  func endLostScopes() {
    guard flags.hasLostScopes else { return }
    flags.hasLostScopes = false
    let lost = lost
    self.lost = []
    let records = lost.flatMap { $0.records() }
    for record in records.sorted(by: { $0.id < $1.id }) { record.cancel() }
    for scope in lost { scope.end() }
  }

  /// Marks this scope and all below as gone, so that none of their actions is reduced.
  ///
  /// ``endLostScopes()`` cancels their effects later, when the whole state has been compared: code
  /// that is notified of a cancelled effect may read the state, and while the state is compared,
  /// parts of it are moved out.
  @usableFromInline
  func markLost() {
    markGone()
    var root = self
    while let parent = root.parent { root = parent }
    root.lost.append(self)
    flags.hasLostScopes = true
  }

  private func markGone() {
    forEachScope { $0.isGone = true }
  }

  /// Dismantles the subtree, because queued actions may still retain parts of it.
  private func letGoOfChildren() {
    forEachScope { scope in
      scope.slots = []
      if scope !== self { scope.parent = nil }
    }
  }

  private func detach() {
    guard let parent, let place else { return }
    if parent.existingChild(at: place) === self {
      parent.slots[parent.slotIndex(of: place.node)][place] = nil
    }
    parent.count(live: -liveCount, endable: -endableCount - (isEndable ? 1 : 0))
    self.parent = nil
    letGoOfChildren()
  }
}

/// A set of effects in flight.
///
/// A single effect, the most common case, takes no dictionary.
struct EffectSet {
  private var first: EffectRecord?
  private var others: [EffectID: EffectRecord] = [:]

  mutating func insert(_ record: EffectRecord) {
    if first == nil, others.isEmpty { first = record } else { others[record.id] = record }
  }

  /// Removes an effect.
  ///
  /// - Returns: True if the set is empty afterwards.
  @discardableResult
  mutating func remove(_ record: EffectRecord) -> Bool {
    if first === record { first = nil } else { others.removeAndShrink(record.id) }
    return first == nil && others.isEmpty
  }

  func forEach(_ body: (EffectRecord) -> Void) {
    if let first { body(first) }
    others.values.forEach(body)
  }
}
