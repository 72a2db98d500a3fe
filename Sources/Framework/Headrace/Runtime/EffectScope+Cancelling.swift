/// A search for the parts of a delayed effect that an id cancels.
@usableFromInline
struct PartSearch {
  /// The id; `nil` to collect only the ids of the parts.
  let id: CancelID?
  /// The feature that cancels.
  let feature: _EffectScope
  /// The scope of the inspected part; `nil` if it has none.
  var scope: _EffectScope?
  /// True if the part belongs to the feature, or to one below it.
  var isWithin: Bool

  /// The ids of the parts.
  private(set) var ids: [CancelID] = []
  /// True if any part has the id.
  private(set) var hasRemoved = false
  /// The number of remaining parts that do any work.
  var leftCount = 0

  init(for id: CancelID?, in feature: _EffectScope, from scope: _EffectScope) {
    self.id = id
    self.feature = feature
    self.scope = scope
    self.isWithin = scope.isWithin(feature)
  }

  /// Returns true if a part with an id is to be removed.
  mutating func removes(_ id: CancelID) -> Bool {
    ids.append(id)
    guard isWithin, id == self.id else { return false }
    hasRemoved = true
    return true
  }
}

// MARK: - Cancelling by an ID

extension _EffectScope {
  /// Cancels the effects with an id, here and below, in the order in which they started, and ends
  /// the intervals of throttles with that id.
  ///
  /// All are found first, because authors' code runs when an effect is cancelled (`onCancel`
  /// handlers, instruments, `deinit`s), and may end other effects, or the store.
  ///
  /// - Returns: True if any effect was found.
  @discardableResult
  func cancelEffects(id: CancelID) -> Bool {
    guard liveCount > 0 else { return false }
    var found: [EffectRecord] = []
    var hasRemovedParts = false
    func search(_ scope: _EffectScope) {
      scope.cancellable[id]?.forEach { if $0.scope.isWithin(self) { found.append($0) } }
      for record in scope.delayed.values {
        var search = PartSearch(for: id, in: self, from: scope)
        record.removeParts(&search)
        guard search.hasRemoved else { continue }
        hasRemovedParts = true
        if search.leftCount == 0 { found.append(record) }
      }
    }
    forEachScope(search)
    // Effects here and below may have got the id from a feature above this one.
    var above = parent
    while let scope = above {
      search(scope)
      above = scope.parent
    }
    found.sort { $0.id < $1.id }
    for record in found { record.cancel() }
    return !found.isEmpty || hasRemovedParts
  }

  func isWithin(_ other: _EffectScope) -> Bool {
    var scope: _EffectScope? = self
    while let current = scope, current !== other { scope = current.parent }
    return scope != nil
  }

  /// The ids of the effects in this scope, and of the parts that are delayed here.
  var cancelIDs: [CancelID] {
    var search = PartSearch(for: nil, in: self, from: self)
    for record in delayed.values { record.removeParts(&search) }
    return Array(cancellable.keys) + search.ids
  }
}
