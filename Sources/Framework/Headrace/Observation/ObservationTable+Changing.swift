// MARK: - Noting Changes

extension ObservationTable {
  /// Called by a state's registrar after a change of a field.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - change: The change of its value.
  ///   - state: The current identity of the state.
  ///   - before: Its stamp before the change.
  @usableFromInline
  static func fieldWasChanged(
    _ field: UInt64, _ change: StateChange, of state: ObservableStateID, since before: UInt64
  ) {
    notingOnThread?.touch(state)?.note(field, change, from: before, to: state.stamp)
  }

  /// Called if a state may have been replaced, by another state or by an earlier copy of itself.
  ///
  /// Its places are inspected after the drain.
  @usableFromInline
  static func stateMayHaveChanged(_ before: ObservableStateID) {
    notingOnThread?.touch(before)
  }

  /// Called after the reducer of a child has changed its state.
  @usableFromInline
  static func childHasChanged(_ before: ObservableStateID?) {
    guard let table = notingOnThread else { return }
    table.childChangeCount &+= 1
    if let before { table.touch(before) }
  }

  /// Called after one copy of a state replaced another; notes the fields in which they differ.
  static func stateWasExchanged<State: ObservableState>(
    _ old: State, for new: State, of before: ObservableStateID, now after: ObservableStateID
  ) {
    guard let table = notingOnThread else { return }
    var differences = StateDifferences()
    // Even if the state is not observed itself, states inside it may be.
    State._$compare(old, new, in: &differences)
    table.touch(before)?.note(differences, from: before.stamp, to: after.stamp)
  }

  /// Called when a property that shows a shared value gets another one.
  ///
  /// The property's observers in the store whose reducer did that are notified, and then read the
  /// other value. The property can't be distinguished from others that show the same value, so
  /// their observers are notified, too.
  static func sharedWasExchanged(_ old: SharedSubject) {
    notingOnThread?.noteShared(old.number, .everything)
  }

  /// Marks the observers of a shared value for notification.
  func noteShared(_ subject: UInt64, _ change: StateDifferences) {
    for field in root.sharedFields[subject] ?? [] where change.contains(field.number) {
      field.makeObserversDue()
    }
    root.wholeStoreField?.makeObserversDue()
  }

  /// Runs a child's reducer on a field, and returns true if the child's state has changed.
  @usableFromInline
  static func hasChildChanged<Result>(in body: () -> Result) -> (result: Result, Bool) {
    guard let table = onThread else { return (body(), true) }
    let countBefore = table.childChangeCount
    let result = body()
    return (result, table.childChangeCount != countBefore)
  }

  /// Notes that copies of a state may have changed.
  ///
  /// - Returns: The record for changes of the state; `nil` if no place shows a copy.
  @discardableResult
  private func touch(_ state: ObservableStateID) -> ObservedLineage? {
    guard let lineage = lineages[state.plainLineage] else { return nil }
    guard !lineage.isTouched else { return lineage }
    (lineage.isTouched, lineage.nextTouched) = (true, touched)
    touched = lineage
    return lineage
  }

  // MARK: - Notifying

  /// Notifies all observers, once, of the changes of one drain: first the system's tracking, then
  /// the observers in the order in which they were added.
  @usableFromInline
  package func flush() {
    assert(!isNoting, "Observers are notified when the reducers have run.")
    flags.mustFlush = false
    inspectTouched()
    // Work of only the runtime, such as ending an effect, changes no state.
    if flags.stateVersion != wholeStoreVersion {
      wholeStoreVersion = flags.stateVersion
      root.wholeStoreField?.makeObserversDue()
    }
    switch (dueTracked.isEmpty, dueObservers.count) {
    case (true, 0): return
    // A single observer, the most common case, needs no separate list.
    case (true, 1): return TaskValues.leavingEffect(dueObservers.removeLast().run)
    default: break
    }
    var (tracked, observers) = (dueTracked, dueObservers)
    (dueTracked, dueObservers) = ([], [])
    tracked.sort { $0.number < $1.number }
    observers.sort { $0.number < $1.number }
    TaskValues.leavingEffect {
      // Code that the system's tracking runs must not read on behalf of the observer that may have
      // sent the action.
      if !tracked.isEmpty {
        StoreObserver.withoutRunning { for field in tracked { field.didChange() } }
      }
      for observer in observers { observer.run() }
    }
  }

  /// Updates the places in the middle of a drain, for an observer that is added there.
  ///
  /// The new observer has read the state with the changes so far, so it must be notified only of
  /// later changes. The observers of the changes so far are notified at the flush.
  func catchUp() {
    guard !isInspecting, caughtUpVersion != flags.stateVersion else { return }
    caughtUpVersion = flags.stateVersion
    guard listeningCount > 0 else { return }
    inspectTouched()
    if !dueObservers.isEmpty || !dueTracked.isEmpty { flags.mustFlush = true }
  }

  /// Inspects all places where something may have changed, and always the root: the whole state may
  /// have been replaced.
  private func inspectTouched() {
    let (isInner, root) = (isInspecting, root)
    isInspecting = true
    inspecting {
      root.inspect()
      root.wholeStoreField?.inspectBelow()
      var next = touched
      while let lineage = next {
        for place in lineage.places.values where place !== root { place.inspect() }
        next = lineage.nextTouched
      }
    }
    forgetTouched()
    isInspecting = isInner
  }

  func forgetTouched() {
    while let lineage = touched {
      touched = lineage.nextTouched
      lineage.forgetChanges()
    }
  }
}
