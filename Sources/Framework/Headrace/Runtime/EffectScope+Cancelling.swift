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
    flags.lastCancelSearch += 1
    let search = flags.lastCancelSearch
    var records: [EffectRecord] = []
    var windows: [EffectRecord] = []
    var waits: [EffectRecord] = []
    var hasCancelledParts = false
    func cancelWaitingParts(of scope: _EffectScope) {
      for parts in scope.waiting {
        let outcome = parts.cancelParts(id: id, in: self)
        if outcome.hasCancelled { hasCancelledParts = true }
        if outcome.isEmpty { waits.append(parts) }
      }
    }
    forEachScope { scope in
      cancelWaitingParts(of: scope)
      guard let slot = scope.slot(for: id) else { return }
      if let window = slot.window { windows.append(window) }
      slot.find(&records, search: search)
    }
    if flags.inheritedIDCount > 0 { findByInheritedID(id, &records, search: search) }
    forEachScopeAbove { cancelWaitingParts(of: $0) }
    if records.count > 1 { records.sort { $0.id < $1.id } }
    for record in records { record.cancel() }
    for wait in waits.sorted(by: { $0.id < $1.id }) { wait.cancelWait() }
    for window in windows.sorted(by: { $0.id < $1.id }) { window.cancel() }
    return !records.isEmpty || !windows.isEmpty || hasCancelledParts
  }

  /// Finds the effects here and below that have inherited the id from a feature above this one.
  private func findByInheritedID(
    _ id: CancelID, _ records: inout [EffectRecord], search: UInt64
  ) {
    forEachScopeAbove { scope in
      var found: [EffectRecord] = []
      scope.slot(for: id)?.find(&found, search: search)
      records += found.filter { $0.scope.isWithin(self) }
    }
  }

  private func forEachScopeAbove(_ body: (_EffectScope) -> Void) {
    var scope = parent
    while let current = scope {
      body(current)
      scope = current.parent
    }
  }

  func isWithin(_ other: _EffectScope) -> Bool {
    var scope: _EffectScope? = self
    while let current = scope, current !== other { scope = current.parent }
    return scope != nil
  }
}

// MARK: - Keeping What IDs Can Cancel

extension _EffectScope {
  /// The ids of the effects in this scope, and of the parts that wait here.
  var cancelIDs: [CancelID] { cancelSlots.keys + waiting.flatMap(\.waitingIDs) }

  /// The slot of an id in this scope, if there is one.
  func slot(for id: CancelID) -> CancelSlot? {
    cancelSlots.isEmpty ? nil : cancelSlots[id]
  }

  /// The window of the throttle with an id in this scope, if it is open.
  func window(for id: CancelID) -> EffectRecord? { slot(for: id)?.window }

  private func makeSlot(for id: CancelID) -> CancelSlot {
    if let slot = slot(for: id) { return slot }
    let slot = CancelSlot(id)
    cancelSlots[id] = slot
    return slot
  }

  private func removeIfEmpty(_ slot: CancelSlot) {
    guard slot.entries.isEmpty, slot.window == nil else { return }
    cancelSlots.removeAndShrink(slot.id)
  }

  func addToSlot(_ entry: CancelEntry) -> CancelSlot {
    let slot = makeSlot(for: entry.id)
    slot.entries[ObjectIdentifier(entry)] = entry
    return slot
  }

  func remove(_ entry: CancelEntry, from slot: CancelSlot) {
    slot.entries.removeAndShrink(ObjectIdentifier(entry))
    removeIfEmpty(slot)
  }

  /// Opens a window for the effects with an id, or closes it.
  func setWindow(_ window: EffectRecord?, for id: CancelID) {
    let slot = makeSlot(for: id)
    slot.window = window
    removeIfEmpty(slot)
  }
}
