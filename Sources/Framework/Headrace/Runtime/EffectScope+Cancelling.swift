// MARK: - Cancelling by an ID

extension _EffectScope {
  /// Cancels the effects with an id, here and below, in the order in which they started, and closes
  /// the windows of throttles with that id.
  ///
  /// All are found first. Authors' code runs when an effect is cancelled (`onCancel` handlers,
  /// instruments, `deinit`s), and may end other effects, or the store.
  ///
  /// - Returns: Whether anything was found.
  @discardableResult
  func cancelEffects(id: CancelID) -> Bool {
    guard liveCount > 0 else { return false }
    var found: [EffectID: EffectRecord] = [:]
    var windows: [EffectRecord] = []
    var waits: [EffectRecord] = []
    var hasCancelledParts = false
    func search(_ scope: _EffectScope) {
      for record in scope.cancellable[id, default: [:]].values { record.find(&found) }
      for record in scope.waiting.values {
        let outcome = record.cancelParts(id: id, in: self)
        if outcome.hasCancelled { hasCancelledParts = true }
        if outcome.isEmpty { waits.append(record) }
      }
    }
    forEachScope { scope in
      search(scope)
      if let window = scope.windows[id] { windows.append(window) }
    }
    // Effects here and below may have the id from a feature above this one.
    var above = parent
    while let scope = above {
      search(scope)
      above = scope.parent
    }
    let records = found.values.filter { $0.scope.isWithin(self) }
    for record in records.sorted(by: { $0.id < $1.id }) { record.cancel() }
    for wait in waits.sorted(by: { $0.id < $1.id }) { wait.cancelWait() }
    for window in windows.sorted(by: { $0.id < $1.id }) { window.cancel() }
    return !records.isEmpty || !windows.isEmpty || hasCancelledParts
  }

  func isWithin(_ other: _EffectScope) -> Bool {
    var scope: _EffectScope? = self
    while let current = scope, current !== other { scope = current.parent }
    return scope != nil
  }

  /// Lists an effect that an id can cancel.
  func add(_ record: EffectRecord, by id: CancelID) {
    cancellable[id, default: [:]][record.id] = record
  }

  func remove(_ record: EffectRecord, by id: CancelID) {
    cancellable[id]?.removeAndShrink(record.id)
    if cancellable[id]?.isEmpty == true { cancellable.removeAndShrink(id) }
  }

  /// The ids of the effects in this scope, and of the parts that wait here.
  var cancelIDs: [CancelID] {
    Array(cancellable.keys) + Array(windows.keys) + waiting.values.flatMap(\.waitingIDs)
  }
}
