// MARK: - Reading for Observers

extension ObservationTable {
  /// Returns true if an observer or the system's tracking is reading, and notes in
  /// ``isSystemAsking`` whether it is the latter.
  @usableFromInline
  func noteReader() -> Bool {
    let probe = self.probe ?? TrackingProbe()
    isSystemAsking = probe.isAwaited()
    // A probe that the system has retained answers only for that tracking.
    self.probe = isSystemAsking ? nil : probe
    return isSystemAsking || StoreObserver.running != nil
  }

  /// Begins to read a state for an observer.
  ///
  /// - Parameters:
  ///   - child: The child store that shows the state; `nil` for the root.
  ///   - state: The state.
  ///   - mode: The effect of reading a field.
  @usableFromInline
  func beginReading(
    _ child: ObservedPlace?, _ state: ObservableStateID, _ mode: Mode
  ) -> Reading {
    if flags.isBusy { catchUp() }
    let reading = Reading(child ?? root, state, isSystemAsking: isSystemAsking)
    reading.outer = enter(mode, reading)
    return reading
  }

  /// Ends reading; an observer that read no field observes the whole state.
  @usableFromInline
  func endReading(_ reading: Reading) {
    endShared(reading)
    if !reading.hasReadField { subscribeReader(to: Self.wholeField) }
    if let outer = reading.outer { leave(outer) }
  }

  /// Called by a state's registrar when a field is read.
  @usableFromInline
  static func fieldWasRead(_ field: UInt64, of state: ObservableStateID) {
    guard let table = onThread else { return }
    if let reading = table.reading {
      table.fieldWasRead(field, of: state, reading)
    } else if table.mode == .inspecting, table.followedFields != nil {
      table.followedFields?.append((state.plainLineage, field))
    }
  }

  private func fieldWasRead(
    _ field: UInt64, of state: ObservableStateID, _ reading: Reading
  ) {
    // A state inside a field counts as that field: every change inside it is a change of the field.
    guard state.plainLineage == reading.state.plainLineage else {
      if !sharedFieldWasRead(field, of: state, reading) { reading.hasReadInside = true }
      return
    }
    guard state.stamp == reading.state.stamp || isNow(state, at: reading.place) else {
      // A copy of the state that is contained in the state.
      reading.hasReadInside = true
      return
    }
    reading.hasReadField = true
    subscribeReader(to: field)
  }

  /// Returns true if a state is the one that a place shows, changed since the first read, and not a
  /// copy that the state contains.
  private func isNow(_ state: ObservableStateID, at place: ObservedPlace) -> Bool {
    let now = inspecting { place.identityNow ?? .inert }
    return now.plainLineage == state.plainLineage && now.stamp == state.stamp
  }

  /// Subscribes the current reader, an observer or the system's tracking, to a field.
  ///
  /// - Parameters:
  ///   - number: The number of the field in the place that is read.
  ///   - prepare: Called with the field before the reader is subscribed to it.
  func subscribeReader(to number: UInt64, _ prepare: (ObservedField) -> Void = { _ in }) {
    guard let reading, StoreObserver.running != nil || reading.isSystemAsking else { return }
    let field = reading.place.field(
      number, seesInside: mode == .reading, showing: reading.state)
    prepare(field)
    subscribeReader(to: field)
  }

  func subscribeReader(to field: ObservedField) {
    StoreObserver.running?.subscribe(to: field)
    if reading?.isSystemAsking == true { field.addSystem() }
  }

  /// True if the observer that looks for children has read a field of a state further inside.
  @usableFromInline var hasReadInside: Bool { reading?.hasReadInside ?? false }

  /// True if an observer found no child in a case, and read no field on the way that would report
  /// one.
  @usableFromInline var mustAwaitChild: Bool {
    guard mode == .readingChildren, let reading else { return false }
    return !reading.hasReadField && reading.state.isOfEnum
  }

  /// Subscribes the current reader to a change that no field reports by itself.
  ///
  /// - Parameters:
  ///   - keyPath: The key path that was read.
  ///   - hasHappened: Returns true if the change has happened since the last call; called while
  ///     the place exists.
  @usableFromInline
  func awaitChange(_ keyPath: AnyKeyPath, _ hasHappened: @escaping () -> Bool) {
    reading?.hasReadField = true
    // The numbers of fields are hashes of names, so a collision is as rare as between two fields.
    let number = UInt64(UInt(bitPattern: ObjectIdentifier(keyPath))) | 1 << 63
    subscribeReader(to: number) { $0.awaited = $0.awaited ?? (keyPath, hasHappened) }
  }

  /// Subscribes the current reader to the end of every drain of the queue.
  @usableFromInline
  func observeAll() {
    StoreObserver.running?.subscribe(to: everyDrain)
    if isSystemAsking { everyDrain.addSystem() }
  }

  /// Finds the observed fields that a closure reads.
  ///
  /// - Returns: Their numbers, with the states that they belong to.
  func follow(_ read: () -> Void) -> [(state: UInt64, field: UInt64)] {
    let (outer, outerFields) = (enter(.inspecting), followedFields)
    defer {
      leave(outer)
      followedFields = outerFields
    }
    followedFields = []
    read()
    return followedFields ?? []
  }
}

// MARK: - Reading Shared Values

extension ObservationTable {
  /// Called before a shared value is read.
  ///
  /// - Parameter state: The identity of the value; evaluated only if its individual fields are
  ///   observed, and once changes of the value are watched.
  /// - Returns: True if it is read for the observers of a store, or directly by an observer.
  static func sharedWillBeRead(
    _ subject: SharedSubject, _ state: () -> ObservableStateID?
  ) -> Bool {
    guard let table = onThread else {
      subscribeRunningObserver(to: subject)
      return false
    }
    if let reading = table.reading { table.beginReading(subject, state, reading) }
    // The observer may have been run because of another store's reducer.
    return !table.isNoting || !subscribeRunningObserver(to: subject)
  }

  /// Subscribes the running observer to a shared value inside a store's state that it has read, as
  /// in `store.child.theme`.
  ///
  /// - Returns: True if an observer is reading the value.
  @discardableResult
  private static func subscribeRunningObserver(to subject: SharedSubject) -> Bool {
    guard let observer = StoreObserver.running, !observer.isInterrupted else { return false }
    if let table = observer.table {
      observer.subscribe(to: table.rootField(wholeField, of: subject))
    }
    return true
  }

  private func beginReading(
    _ subject: SharedSubject, _ state: () -> ObservableStateID?, _ reading: Reading
  ) {
    endShared(reading)
    // From here on, changes must be noticed. Which field is read becomes known only afterwards.
    watch(subject)
    // If another state replaces the current one, its shared value may differ.
    reading.hasReadField = true
    subscribeReader(to: Self.sharedField)
    if let state = state() {
      reading.shared = (subject, state.plainLineage)
    } else {
      subscribeReader(to: rootField(Self.wholeField, of: subject))
    }
  }

  /// Notes the read of a field that does not belong to the state at this place.
  ///
  /// - Returns: True if it belongs to a shared value.
  private func sharedFieldWasRead(
    _ field: UInt64, of state: ObservableStateID, _ reading: Reading
  ) -> Bool {
    guard let shared = reading.shared, shared.lineage == state.plainLineage else { return false }
    reading.shared = nil
    subscribeReader(to: rootField(field, of: shared.subject))
    return true
  }

  /// Ends reading a shared value.
  ///
  /// If none of its fields was read, the whole value counts as read.
  private func endShared(_ reading: Reading) {
    guard let shared = reading.shared else { return }
    reading.shared = nil
    subscribeReader(to: rootField(Self.wholeField, of: shared.subject))
  }

  /// Makes the store notice changes of a shared value.
  func watch(_ subject: SharedSubject) { if let watcher { subject.add(watcher) } }

  func unwatch(_ subject: SharedSubject) { if let watcher { subject.remove(watcher) } }
}
