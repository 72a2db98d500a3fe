// MARK: - Reading for Observers

extension ObservationTable {
  /// Finds out whether an observer or the system's tracking is reading. The answer for the latter
  /// is kept.
  @usableFromInline
  func findReader() -> Bool {
    let probe = self.probe ?? TrackingProbe()
    isSystemAsking = probe.isAwaited()
    // A probe that the system has retained gives an answer for that tracking only.
    self.probe = isSystemAsking ? nil : probe
    return isSystemAsking || StoreObserver.running != nil
  }

  /// Begins to read a state for an observer.
  ///
  /// - Parameters:
  ///   - child: The child store whose state it is; `nil` for the root's.
  ///   - state: The state.
  ///   - mode: What reading means.
  @usableFromInline
  func beginReading(
    _ child: ObservedStoreState?, _ state: ObservableStateID, _ mode: Mode
  ) -> Reading {
    if flags.isBusy { catchUp() }
    let reading = Reading(child ?? root, state, isSystemAsking: isSystemAsking)
    reading.outer = enter(mode, reading)
    return reading
  }

  /// Ends reading; an observer that has read no field observes the whole state.
  @usableFromInline
  func endReading(_ reading: Reading) {
    endShared(reading)
    if !reading.hasReadField { subscribeReader(to: Self.wholeField) }
    if let outer = reading.outer { leave(outer) }
  }

  /// Called by a state's registrar.
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
    // A state inside a field counts as that field: all changes inside are changes to it.
    guard state.plainLineage == reading.state.plainLineage else {
      if !sharedFieldWasRead(field, of: state, reading) { reading.hasReadInside = true }
      return
    }
    guard state.stamp == reading.state.stamp || isNow(state, at: reading.place) else {
      // A copy that the state contains.
      reading.hasReadInside = true
      return
    }
    reading.hasReadField = true
    subscribeReader(to: field)
  }

  /// Whether a state is the one that a place shows, changed since it was first read, and not a copy
  /// that the state contains.
  private func isNow(_ state: ObservableStateID, at place: ObservedStoreState) -> Bool {
    let now = inspecting { place.identityNow ?? .inert }
    return now.plainLineage == state.plainLineage && now.stamp == state.stamp
  }

  /// Subscribes the current reader, an observer or the system's tracking, to a field.
  ///
  /// - Parameters:
  ///   - number: The number of the field at the place that is read.
  ///   - prepare: Called with the field before the reader is subscribed.
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

  /// Whether the observer that looks for children has read a field of a state further inside.
  @usableFromInline var hasReadInside: Bool { reading?.hasReadInside ?? false }

  /// Whether an observer has looked for a child in a case, found none, and read no field on the way
  /// that would report it.
  @usableFromInline var mustAwaitChild: Bool {
    guard mode == .readingChildren, let reading else { return false }
    return !reading.hasReadField && reading.state.isOfEnum
  }

  /// Subscribes the current reader to a change that no field reports by itself.
  ///
  /// - Parameters:
  ///   - keyPath: What was read.
  ///   - hasHappened: Whether it differs from the last call; called while the place exists.
  @usableFromInline
  func awaitChange(_ keyPath: AnyKeyPath, _ hasHappened: @escaping () -> Bool) {
    reading?.hasReadField = true
    // Hashes of names are the numbers of fields, so a collision is as rare as between two fields.
    let number = UInt64(UInt(bitPattern: ObjectIdentifier(keyPath))) | 1 << 63
    subscribeReader(to: number) { $0.awaited = $0.awaited ?? (keyPath, hasHappened) }
  }

  /// Lets the current reader be notified after every drain of the queue.
  @usableFromInline
  func observeAll() {
    StoreObserver.running?.subscribe(to: whole)
    if isSystemAsking { whole.addSystem() }
  }

  /// Finds the observed fields that a closure reads.
  ///
  /// - Returns: Their numbers, with the states to which they belong.
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
  /// - Parameter state: The identity of the value; evaluated if the fields that are read of it
  ///   count, once a change of the value is noticed.
  /// - Returns: Whether it is read for the observers of a store, or by one itself.
  static func sharedWillBeRead(
    _ subject: SharedSubject, _ state: () -> ObservableStateID?
  ) -> Bool {
    guard let table = onThread else {
      subscribeRunningObserver(to: subject)
      return false
    }
    if let reading = table.reading { table.beginReading(subject, state, reading) }
    // Another store's reducer may have led to the run of an observer.
    return !table.isReducing || !subscribeRunningObserver(to: subject)
  }

  /// Subscribes the observer that runs to a shared value that it finds in what it has read from a
  /// store, as in `store.child.theme`.
  ///
  /// - Returns: Whether an observer reads the value.
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
    // A change must be noticed from here on. Which field is read is known only afterwards.
    watch(subject)
    // If another state replaces the one here, the shared value may differ.
    reading.hasReadField = true
    subscribeReader(to: Self.sharedField)
    if let state = state() {
      reading.shared = (subject, state.plainLineage)
    } else {
      subscribeReader(to: rootField(Self.wholeField, of: subject))
    }
  }

  /// Notes that a field was read that does not belong to the state at this place.
  ///
  /// - Returns: Whether it belongs to a shared value.
  private func sharedFieldWasRead(
    _ field: UInt64, of state: ObservableStateID, _ reading: Reading
  ) -> Bool {
    guard let shared = reading.shared, shared.lineage == state.plainLineage else { return false }
    reading.shared = nil
    subscribeReader(to: rootField(field, of: shared.subject))
    return true
  }

  /// Ends reading a shared value. If none of its fields was read, the whole value was read.
  private func endShared(_ reading: Reading) {
    guard let shared = reading.shared else { return }
    reading.shared = nil
    subscribeReader(to: rootField(Self.wholeField, of: shared.subject))
  }

  /// Lets the store notice changes of a shared value.
  func watch(_ subject: SharedSubject) { if let watcher { subject.add(watcher) } }

  func unwatch(_ subject: SharedSubject) { if let watcher { subject.remove(watcher) } }
}
