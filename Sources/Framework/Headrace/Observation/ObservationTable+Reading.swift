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
    _ child: ChildEntry?, _ state: ObservableStateID, _ mode: Mode
  ) -> Outer {
    if flags.isBusy { catchUp() }
    let outer = enter(mode)
    let place = child.map { $0.place ?? $0.makePlace(in: self) } ?? root
    reading = Reading(place: place, state: state, isSystemAsking: isSystemAsking)
    if mode == .readingChildren { hasReadInside = false }
    return outer
  }

  /// Ends reading; an observer that has read no field observes the whole state.
  @usableFromInline
  func endReading(_ outer: Outer) {
    if let sharedReads { endReadingShared(sharedReads) }
    if !reading.hasReadField { subscribeReader(to: Self.wholeField) }
    let place = reading.place
    leave(outer)
    place?.disposeIfUnused()
  }

  /// Called by a state's registrar.
  @usableFromInline
  static func fieldWasRead(_ field: UInt64, of state: ObservableStateID) {
    guard let table = onThread else { return }
    switch table.mode {
    case .reading, .readingChildren: table.fieldWasRead(field, of: state)
    case .following: table.followedFields.append((state.plainLineage, field))
    case .reducing, .inspecting: break
    }
  }

  private func fieldWasRead(_ field: UInt64, of state: ObservableStateID) {
    // A state inside a field counts as that field: all changes inside are changes to it.
    guard state.plainLineage == reading.state.plainLineage else {
      if !sharedFieldWasRead(field, of: state) { hasReadInside = true }
      return
    }
    guard state.stamp == reading.state.stamp || isReadNow(state) else {
      // A copy that the state contains.
      hasReadInside = true
      return
    }
    reading.hasReadField = true
    subscribeReader(to: field)
  }

  /// Notes that the state here leads to a shared value: if another state replaces it, the value may
  /// differ.
  func markSharedRead() {
    reading.hasReadField = true
    subscribeReader(to: Self.sharedField)
  }

  /// Whether a state is the one being read, changed since the read began, and not a copy that the
  /// state contains.
  private func isReadNow(_ state: ObservableStateID) -> Bool {
    let place = reading.place
    let now = inspecting { place?.stateNow ?? .inert }
    return now.plainLineage == state.plainLineage && now.stamp == state.stamp
  }

  /// Subscribes the current reader, an observer or the system's tracking, to a field.
  ///
  /// - Parameters:
  ///   - number: The number of the field at the place that is read.
  ///   - prepare: Called with the field before the reader is subscribed.
  private func subscribeReader(to number: UInt64, _ prepare: (ObservedField) -> Void = { _ in }) {
    let observer = StoreObserver.running
    guard let place = reading.place, observer != nil || reading.isSystemAsking else { return }
    let field = place.field(number, seesInside: mode == .reading)
    prepare(field)
    observer?.subscribe(to: field)
    if reading.isSystemAsking { field.addSystem() }
  }

  /// Whether an observer has looked for a child in a case, found none, and read no field on the way
  /// that would report it.
  @usableFromInline var mustAwaitChild: Bool {
    mode == .readingChildren && !reading.hasReadField
      && reading.state.isOfEnum
  }

  /// Subscribes the current reader to a change that no field reports by itself.
  ///
  /// - Parameters:
  ///   - keyPath: What was read.
  ///   - hasHappened: Whether it differs from the last call; called while the place exists.
  @usableFromInline
  func awaitChange(_ keyPath: AnyKeyPath, _ hasHappened: @escaping () -> Bool) {
    reading.hasReadField = true
    // Hashes of names are the numbers of fields, so a collision is as rare as between two fields.
    let number = UInt64(UInt(bitPattern: ObjectIdentifier(keyPath))) | 1 << 63
    subscribeReader(to: number) { $0.awaitChange(at: keyPath, hasHappened) }
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
    let outer = enter(.following)
    let outerFields = followedFields
    followedFields = []
    defer {
      followedFields = outerFields
      leave(outer)
    }
    read()
    return followedFields
  }
}
