/// One feature's place in the store's tree of effects in flight.
///
/// There is one tree per store. A scope exists for the store itself, and for every child feature
/// that has effects in it or below it. Owned by the store's actor.
///
/// It is public only because a requirement of `_ReducerNode` names it. It has no public members;
/// the framework's nodes use it.
public final class _EffectScope {
  // What holds before and after each method:
  // - `liveCount` is the number of records, waiting actions and running starters here and in all
  //   scopes below. When the count of an endable scope falls to zero, the scope leaves the tree,
  //   with all below it. A scope that is not endable stays as long as its parent.
  // - `StoreFlags.endableScopeCount` counts all endable scopes of the tree.
  // - A scope that is lost, and each scope below it, has `isGone` set. A lost scope is in
  //   `lost` of the root until `endLostScopes()`.

  // Only the store's actor touches these properties. No access to them is open while an author's
  // code runs, except the `==` of an id.
  let flags: StoreFlags
  let place: ScopePlace?
  /// The scope above; `nil` for the root, and for a scope that has left the tree.
  private(set) var parent: _EffectScope?

  /// How the feature is dismissed, by an action to its parent, if it is presented and has had
  /// effects.
  var dismissal: ((EffectRecord) -> Void)?

  /// Whether the feature's state is gone; from then on nothing of this scope is reduced.
  private(set) var isGone = false

  /// The effects in flight and actions waiting, here and below.
  private(set) var liveCount = 0

  /// Whether the parent's slot has noted this row for the next search. If so, each row above is
  /// noted in its own parent's slot, too.
  var isNoted = false

  /// The effects in flight, here and below, that were given an id here.
  var cancellable: [CancelID: EffectSet] = [:]

  /// The effects that measure the intervals of throttles here, by the ids of the throttles.
  var intervals: [CancelID: EffectRecord] = [:]

  /// For the root only: the scopes that were found to be lost and have not ended yet.
  @usableFromInline private(set) var lost: [_EffectScope] = []

  /// The effects here that wait in a debounce or a throttle.
  var waiting: [EffectID: EffectRecord] = [:]

  var slots: [ScopeSlot] = []
  /// The effects in flight here. An effect that is over leaves them, but retains the scope until
  /// whatever is notified of its end has read where it was.
  var records = EffectSet()

  init(
    flags: StoreFlags, at place: ScopePlace?, below parent: _EffectScope?
  ) {
    self.flags = flags
    self.place = place
    self.parent = parent
  }
}

// MARK: - Finding Children

extension _EffectScope {
  /// The scope of the one child at a node, if effects live there.
  @usableFromInline
  package func child(at node: Int) -> _EffectScope? {
    slots.first { $0.node == node }?.single
  }

  /// The scope of the child at a place, if effects live there.
  func existingChild(at place: ScopePlace) -> _EffectScope? {
    slots.first { $0.node == place.node }?[place]
  }

  /// Finds or makes the scope of a child; `nil` if that child was replaced by another.
  func makeChild(at place: ScopePlace) -> _EffectScope? {
    if let scope = existingChild(at: place) { return scope.isOfSameChild(as: place) ? scope : nil }
    let scope = _EffectScope(flags: flags, at: place, below: self)
    slots[slotIndex(of: place.node)][place] = scope
    if place.isEndable {
      flags.endableScopeCount += 1
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

  /// Whether a scope below this one can end before its parent.
  var hasEndableChildren: Bool {
    slots.contains { slot in
      guard let child = slot.single else { return !slot.rows.isEmpty }
      return child.place?.isEndable == true || child.hasEndableChildren
    }
  }

  private func slotIndex(of node: Int) -> Int {
    if let index = slots.firstIndex(where: { $0.node == node }) { return index }
    slots.append(ScopeSlot(node: node))
    return slots.count - 1
  }

  func isOfSameChild(as place: ScopePlace) -> Bool {
    guard case .optional(_, let other) = place, case .optional(_, let mine) = self.place else {
      return true
    }
    return mine == other
  }
}

// MARK: - Counting What Lives

extension _EffectScope {
  /// Keeps the scope in the tree for something that lives in it.
  func retain() {
    countLive(1)
  }

  /// Releases the scope; if it is empty then, it leaves the tree.
  func release() {
    countLive(-1)
    // The root never leaves.
    if parent != nil { removeIfIdle() }
  }

  private func countLive(_ change: Int) {
    var scope: _EffectScope? = self
    while let current = scope {
      current.liveCount += change
      scope = current.parent
    }
  }

  private func removeIfIdle() {
    var idle: _EffectScope?
    var scope: _EffectScope? = self
    while let current = scope, current.liveCount == 0 {
      if current.place?.isEndable == true { idle = current }
      scope = current.parent
    }
    idle?.detach()
  }

  /// The effects in flight here and below that match, in the order in which they started.
  func records(where isIncluded: (EffectRecord) -> Bool = { _ in true }) -> [EffectRecord] {
    var records: [EffectRecord] = []
    forEachScope { $0.records.forEach { if isIncluded($0) { records.append($0) } } }
    return records.sorted { $0.id < $1.id }
  }

  /// Calls a closure for this scope and all below, which it may take apart.
  func forEachScope(_ body: (_EffectScope) -> Void) {
    guard !slots.isEmpty else { return body(self) }
    var waiting = [self]
    while let scope = waiting.popLast() {
      for slot in scope.slots {
        if let single = slot.single { waiting.append(single) }
        waiting += slot.rows.values
      }
      body(scope)
    }
  }
}

// MARK: - Ending

extension _EffectScope {
  /// Cancels all effects here and below, in the order in which they started, and drops the actions
  /// that wait.
  @usableFromInline
  func end() {
    markGone()
    for record in records() { record.cancel() }
    detach()
    letGoOfChildren()
  }

  /// Ends the scopes below the root that the state no longer holds, and their effects in the order
  /// in which they started.
  @usableFromInline
  func endLostScopes() {
    let lost = lost
    self.lost = []
    let records = lost.flatMap { $0.records() }
    for record in records.sorted(by: { $0.id < $1.id }) { record.cancel() }
    for scope in lost { scope.end() }
  }

  /// Marks this scope and all below as gone, so that none of their actions is reduced.
  /// ``endLostScopes()`` cancels their effects later, when the whole state has been compared: code
  /// that is notified of a cancelled effect may read the state, and while the state is compared,
  /// parts of it are moved out.
  func lose() {
    markGone()
    var root = self
    while let parent = root.parent { root = parent }
    root.lost.append(self)
  }

  private func markGone() {
    forEachScope { $0.isGone = true }
  }

  /// Takes the subtree apart, because actions that still wait may hold parts of it.
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
    parent.countLive(-liveCount)
    forEachScope { if $0.place?.isEndable == true { flags.endableScopeCount -= 1 } }
    self.parent = nil
    letGoOfChildren()
  }
}
