/// The shared values that the observers of one store have read.
///
/// Owned by the store's actor, as its table.
final class SharedReads {
  /// A value that is being read, and its lineage: the next field that is read may belong to it.
  var current: (subject: SharedSubject, lineage: UInt64)?
  private let watcher: SharedWatcher
  /// The observed fields of each value, by the value's number and by theirs;
  /// ``ObservationTable/wholeField`` is all of a value.
  private var fields: [UInt64: [UInt64: ObservedField]] = [:]

  init(of table: ObservationTable, in store: any ObservedStore) {
    watcher = SharedWatcher(of: table, in: store)
  }

  deinit {
    for observed in fields.values { observed.values.first?.subject?.remove(watcher) }
  }

  /// Lets the store notice changes of a value that an observer is about to read. Which of its
  /// fields the observer reads is known only afterwards.
  func watch(_ subject: SharedSubject) {
    if fields[subject.number] == nil { subject.add(watcher) }
  }

  /// The entry of a field of a shared value; it is created if there is none.
  func observed(
    _ number: UInt64, of subject: SharedSubject, in table: ObservationTable
  ) -> ObservedField {
    if let known = fields[subject.number]?[number] { return known }
    let field = ObservedField(number, of: nil, sharedAs: subject, seesInside: true, in: table)
    watch(subject)
    fields[subject.number, default: [:]][number] = field
    return field
  }

  /// Forgets a field that has lost its last observer.
  func remove(_ field: ObservedField) {
    guard let subject = field.subject, fields[subject.number]?[field.number] === field else {
      return
    }
    fields[subject.number]?[field.number] = nil
    guard fields[subject.number]?.isEmpty == true else { return }
    fields[subject.number] = nil
    subject.remove(watcher)
  }

  /// Notifies of a shared value that was changed.
  func note(_ subject: UInt64, _ change: SharedChange) {
    for field in fields[subject, default: [:]].values where change.contains(field.number) {
      field.didChange()
    }
  }
}

// MARK: - Reading for Observers

extension ObservationTable {
  /// The number that stands for all shared values that are read at a place. No single field has
  /// this number. So its observers are notified only where everything at the place may have
  /// changed.
  static var sharedField: UInt64 { wholeField - 1 }

  /// The table whose store's reducers run on this thread.
  static var reducingOnThread: ObservationTable? {
    onThread.flatMap { $0.isReducing ? $0 : nil }
  }

  /// Called before a shared value is read.
  ///
  /// - Parameter state: The identity of the value; evaluated if the fields that are read of it
  ///   count, once a change of the value is noticed.
  /// - Returns: Whether it is read for the observers of a store, or by one itself.
  static func sharedWillBeRead(
    _ subject: SharedSubject, _ state: () -> ObservableStateID?
  ) -> Bool {
    guard let table = onThread else {
      subscribeRunningObserver(toShared: subject)
      return false
    }
    switch table.mode {
    case .reading, .readingChildren:
      table.beginReadingShared(subject, state)
      return true
    case .reducing:
      // Another store's reducer may have led to the run of an observer.
      return !subscribeRunningObserver(toShared: subject)
    case .following, .inspecting:
      return true
    }
  }

  /// Subscribes the observer that runs to a shared value that it finds in what it has read from a
  /// store, as in `store.child.theme`.
  ///
  /// - Returns: Whether an observer reads the value.
  @discardableResult
  private static func subscribeRunningObserver(toShared subject: SharedSubject) -> Bool {
    guard let observer = StoreObserver.running, !observer.isInterrupted else { return false }
    if let table = observer.lastTable, let reads = table.sharedReadsForReading {
      observer.subscribe(to: reads.observed(wholeField, of: subject, in: table))
    }
    return true
  }

  private func beginReadingShared(_ subject: SharedSubject, _ state: () -> ObservableStateID?) {
    guard let reads = sharedReadsForReading else { return }
    endReadingShared(reads)
    reads.watch(subject)
    markSharedRead()
    if let state = state() {
      reads.current = (subject, state.plainLineage)
    } else {
      subscribeReader(toShared: reads.observed(Self.wholeField, of: subject, in: self))
    }
  }

  /// Notes that a field was read that does not belong to the state at this place.
  ///
  /// - Returns: Whether it belongs to a shared value.
  func sharedFieldWasRead(_ field: UInt64, of state: ObservableStateID) -> Bool {
    guard let sharedReads, let current = sharedReads.current,
      current.lineage == state.plainLineage
    else { return false }
    sharedReads.current = nil
    subscribeReader(toShared: sharedReads.observed(field, of: current.subject, in: self))
    return true
  }

  /// Ends reading a shared value. If none of its fields was read, the whole value was read.
  func endReadingShared(_ reads: SharedReads) {
    guard let current = reads.current else { return }
    reads.current = nil
    subscribeReader(toShared: reads.observed(Self.wholeField, of: current.subject, in: self))
  }

  private var sharedReadsForReading: SharedReads? {
    if let sharedReads { return sharedReads }
    guard let store else { return nil }
    let reads = SharedReads(of: self, in: store)
    sharedReads = reads
    return reads
  }

  /// Subscribes the current reader to a field of a shared value.
  private func subscribeReader(toShared field: ObservedField) {
    StoreObserver.running?.subscribe(to: field)
    if reading.isSystemAsking { field.addSystem() }
  }

  // MARK: Changes

  /// Called when a property that shows a shared value is given another one. Its observers in the
  /// store whose reducer did that are notified, and read the other value then. The property can't
  /// be told from others that show the same value, so their observers are notified, too.
  static func sharedWasExchanged(_ old: SharedSubject) {
    reducingOnThread?.noteShared(old.number, .everything)
  }

  /// Marks the observers of a shared value for notification.
  func noteShared(_ subject: UInt64, _ change: SharedChange) {
    wholeStore?.didChange()
    sharedReads?.note(subject, change)
  }
}
