/// A field that is observed at one place, or leads from there to the places of children.
final class ObservedField {
  /// The place of the field; `nil` once the field has no observers or the store was released.
  ///
  /// The field of a shared value is at the root.
  private(set) var place: ObservedPlace?
  /// The shared value that the field belongs to.
  let subject: SharedSubject?
  let number: UInt64
  /// If `true`, observers are notified of each change of the field, including those inside the
  /// child in it.
  ///
  /// If `false`, they are notified only when another child replaces it.
  let seesInside: Bool
  /// The observers, each with its last run that subscribed.
  ///
  /// An observer that reads the same fields as before does not subscribe again.
  private var observers: [ObjectIdentifier: (observer: StoreObserver, run: Int)] = [:]
  /// The places of children that the field leads to: all rows of a list, for example.
  private(set) var below: [ObjectIdentifier: ObservedPlace] = [:]
  /// A change that no field reports by itself; the function returns true if it has happened since
  /// the last call.
  ///
  /// In a case of an enum, or deeper than the field, a child has appeared or disappeared, or a
  /// collection has other rows. Whatever else changes in the state, observers are notified only if
  /// this has happened. The key path is retained, so that no other one gets its address, which is
  /// the field's number.
  var awaited: (keyPath: AnyKeyPath, hasHappened: () -> Bool)?
  /// The entry of the system's tracking, while it waits.
  private var tracked: TrackedField?

  init(
    _ number: UInt64, of place: ObservedPlace, sharedAs subject: SharedSubject?,
    seesInside: Bool
  ) {
    self.number = number
    self.place = place
    self.subject = subject
    self.seesInside = seesInside
  }

  /// Releases everything, because the store was released.
  func end() {
    place = nil
    (observers, below, awaited, tracked) = ([:], [:], nil, nil)
  }
}

// MARK: - Observers

extension ObservedField {
  /// True if an observer or the system's tracking waits for the next change.
  private var isListening: Bool { !observers.isEmpty || tracked != nil }

  /// Changes the observers; the field is removed with the last one.
  private func update(_ change: () -> Void) {
    let wasListening = isListening
    change()
    guard let place else { return }
    if isListening != wasListening { place.table.countListening(wasListening ? -1 : 1) }
    guard !isListening, below.isEmpty else { return }
    self.place = nil
    place.remove(self)
  }

  /// Adds an observer, or notes that its current run has read the field.
  ///
  /// - Returns: True if its current run has not read the field before.
  func add(_ observer: StoreObserver) -> Bool {
    var lastRun: Int?
    update {
      let id = ObjectIdentifier(observer)
      lastRun = observers.updateValue((observer, observer.runCount), forKey: id)?.run
    }
    return lastRun != observer.runCount
  }

  /// Removes an observer, unless it read the field in this run.
  func remove(_ observer: StoreObserver, unlessReadIn run: Int? = nil) {
    let id = ObjectIdentifier(observer)
    guard let known = observers[id], known.run != run else { return }
    update { observers.removeAndShrink(id) }
  }

  func add(below place: ObservedPlace) {
    update { below[ObjectIdentifier(place)] = place }
  }

  func remove(below place: ObservedPlace) {
    update { below.removeAndShrink(ObjectIdentifier(place)) }
  }

  /// Subscribes the system's tracking, which is reading the field, to the next change.
  func addSystem() {
    let tracked = self.tracked ?? TrackedField()
    update { self.tracked = tracked }
    tracked.willRead()
  }
}

// MARK: - Changing

extension ObservedField {
  /// Notes that fields of the state have changed, perhaps including this one.
  func mayHaveChanged(by changes: StateDifferences, in state: ObservableStateID) {
    let change = changes[number]
    let isSeen = seesInside && change != .none
    let haveOthersChanged = changes.fields.count > (change == .none ? 0 : 1)
    // A property of an enum can return its whole payload, for which nothing is noted.
    let isWhole = number == ObservationTable.wholeField && seesInside && state.isOfEnum
    let mayDiffer = haveOthersChanged && (awaited != nil || isWhole)
    if isSeen || change == .whole || mayDiffer { makeObserversDue() }
    // After a change inside the field, the table finds the place of the changed child by its
    // lineage: a change inside one row of many inspects no other row.
    if isSeen || change >= .elements { inspectBelow() }
  }

  /// Notes that the field, and everything in it, may have changed.
  func mayHaveChanged() {
    makeObserversDue()
    inspectBelow()
  }

  /// Schedules the notification of the observers.
  func makeObserversDue() {
    guard isListening, let table = place?.table else { return }
    if let awaited, !table.inspecting(awaited.hasHappened) { return }
    for (observer, run) in observers.values
    where observer.becomeStale(by: self, subscribedIn: run) {
      table.dueObservers.append(observer)
    }
    guard let tracked else { return }
    table.dueTracked.append(tracked)
    update { self.tracked = nil }
  }

  func inspectBelow() { for place in below.values { place.inspect() } }
}
