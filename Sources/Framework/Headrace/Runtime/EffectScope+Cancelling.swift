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
  func cancelEffects(id: any CancelID) -> Bool {
    guard liveCount > 0 else { return false }
    flags.lastCancelSearch += 1
    let search = flags.lastCancelSearch
    var records: [EffectRecord] = []
    var windows: [EffectStep] = []
    var waits: [any HeldEffect] = []
    var hasCancelledParts = false
    func cancelHeldParts(of scope: _EffectScope) {
      for parts in scope.held {
        let outcome = parts.cancelParts(id: id, in: self)
        if outcome.hasCancelled { hasCancelledParts = true }
        if outcome.isEmpty { waits.append(parts) }
      }
    }
    forEachScope { scope in
      cancelHeldParts(of: scope)
      guard let slot = scope.slot(for: id) else { return }
      if let window = slot.window { windows.append(window) }
      slot.find(&records, search: search)
    }
    if flags.inheritedIDCount > 0 { findByInheritedID(id, &records, search: search) }
    forEachScopeAbove { cancelHeldParts(of: $0) }
    if records.count > 1 { records.sort { $0.id < $1.id } }
    for record in records { record.cancel() }
    for wait in waits.sorted(by: { $0.number < $1.number }) { wait.cancelWait() }
    for window in windows.sorted(by: { $0.id < $1.id }) { window.cancel() }
    return !records.isEmpty || !windows.isEmpty || hasCancelledParts
  }

  /// Finds the effects here and below that have inherited the id from a feature above this one.
  private func findByInheritedID(
    _ id: any CancelID, _ records: inout [EffectRecord], search: UInt64
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
  /// The ids of effects in this scope.
  var cancelIDs: [any CancelID] { cancelSlots.values.map(\.id) }

  /// The slot of an id in this scope, if there is one.
  func slot(for id: any CancelID) -> CancelSlot? {
    cancelSlots.isEmpty ? nil : cancelSlots[CancelKey(id: id)]
  }

  private func makeSlot(for id: any CancelID) -> CancelSlot {
    if let slot = slot(for: id) { return slot }
    let slot = CancelSlot(id)
    cancelSlots[CancelKey(id: id)] = slot
    return slot
  }

  private func removeIfEmpty(_ slot: CancelSlot) {
    guard slot.entries.isEmpty, slot.window == nil else { return }
    cancelSlots.removeAndShrink(CancelKey(id: slot.id))
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
  func setWindow(_ window: EffectStep?, for id: any CancelID) {
    let slot = makeSlot(for: id)
    slot.window = window
    removeIfEmpty(slot)
  }
}
