// MARK: - Notifying

extension ObservationTable {
  /// Notifies all observers, once, of what one drain of the queue has changed: first the system's
  /// tracking, then the observers in the order in which they were added.
  @usableFromInline
  package func flush() {
    assert(!isReducing, "Observers are notified when the reducers have run.")
    flags.mustFlush = false
    if wholeStore != nil { noteReducedActions() }
    inspectTouched()
    guard !dueObservers.isEmpty || !dueTracked.isEmpty else { return }
    let tracked = dueTracked.sorted { $0.number < $1.number }
    let observers = dueObservers.sorted { $0.number < $1.number }
    (dueTracked, dueObservers) = ([], [])
    EffectTask.leave {
      // Code that the system's tracking runs reads for itself, not for the observer that may have
      // sent the action.
      if !tracked.isEmpty {
        StoreObserver.withoutRunning { for field in tracked { field.didChange() } }
      }
      for observer in observers { observer.runIfStale() }
    }
  }

  /// Marks the whole store as changed if an action was reduced since it was marked last. Work of
  /// the runtime alone, such as the end of an effect, changes no state.
  private func noteReducedActions() {
    guard flags.lastActionID != wholeStoreActionID else { return }
    wholeStoreActionID = flags.lastActionID
    wholeStore?.didChange()
  }

  /// Brings the places up to date in the middle of a drain, for an observer that is added there.
  ///
  /// The new observer has read the state with the changes so far, so it must be notified only of
  /// later changes. The observers of the changes so far are due at the flush.
  func catchUp() {
    guard listeningCount > 0, !isInspecting else { return }
    // Whether all of the root's state was replaced is noted at the end of the drain only.
    if let rootPlace { touch(rootPlace.shown) }
    inspectTouched()
    if !dueObservers.isEmpty || !dueTracked.isEmpty { flags.mustFlush = true }
  }

  /// Inspects all places where something may have changed.
  private func inspectTouched() {
    guard !changes.isEmpty || !unannouncedPlaces.isEmpty else { return }
    let isInner = isInspecting
    isInspecting = true
    inspecting {
      for lineage in changes.keys.sorted() {
        for place in places[lineage, default: [:]].values { place.object.inspect() }
      }
      for place in unannouncedPlaces.values {
        place.object.inspect()
        place.object.updateListing()
      }
    }
    changes = [:]
    isInspecting = isInner
  }

  /// Reads states for the runtime itself, so that children that are gone are not reported.
  func withoutReports<Result>(_ look: () -> Result) -> Result {
    let isOuter = flags.ignoresAbsentChildren
    flags.ignoresAbsentChildren = true
    defer { flags.ignoresAbsentChildren = isOuter }
    return look()
  }

  /// Reads states for the runtime itself, without reports, and without noting what is read.
  func inspecting<Result>(_ look: () -> Result) -> Result {
    let outer = enter(.inspecting)
    defer { leave(outer) }
    return withoutReports(look)
  }
}
