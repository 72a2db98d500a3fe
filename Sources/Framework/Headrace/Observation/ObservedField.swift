/// Who is to be told of the next change of one field.
final class ObservedField {
  let number: UInt64
  /// Whether a change of what is in the field counts, or only which child is there.
  let seesInside: Bool
  /// The next of the same state.
  let next: Unmanaged<ObservedField>?
  /// The next of those that have changed.
  @exclusivity(unchecked) var nextChanged: Unmanaged<ObservedField>?

  /// Whether somebody waits to be told.
  @exclusivity(unchecked) private(set) var isArmed = false
  @exclusivity(unchecked) private var isChanged = false

  /// Who is to be told; mostly there is one, and it reads the same field each time that it runs. So
  /// it stays here, and is armed by the number of its run.
  @exclusivity(unchecked) private var observer: Unmanaged<StoreObserver>?
  @exclusivity(unchecked) private var observerRun: UInt64 = 0
  @exclusivity(unchecked) private var moreObservers: [StoreObserver] = []
  @exclusivity(unchecked) private var hasMoreObservers = false

  /// For the system's tracking, once it may have asked.
  @exclusivity(unchecked) private var tracked: Unmanaged<TrackedField>?
  @exclusivity(unchecked) private var isKnownToSystem = false

  init(_ number: UInt64, seesInside: Bool, next: Unmanaged<ObservedField>? = nil) {
    self.number = number
    self.seesInside = seesInside
    self.next = next
  }

  deinit {
    observer?.release()
    tracked?.release()
  }

  /// Whether nobody waits to be told, nor runs because it was.
  var isIdle: Bool { !isArmed && !isObserverRunning }

  private var isObserverRunning: Bool {
    guard let observer else { return false }
    return observer._withUnsafeGuaranteedRef { $0.isRunning }
  }

  /// Whether the observer has read the field when it ran last.
  private var isObserverArmed: Bool {
    guard let observer else { return false }
    return observer._withUnsafeGuaranteedRef { $0.runCount == observerRun }
  }

  /// Lets the system's tracking be told of the next change, if it asks.
  func armForSystem() {
    isArmed = true
    isKnownToSystem = true
    (tracked ?? makeTracked())._withUnsafeGuaranteedRef { $0.willRead() }
  }

  private func makeTracked() -> Unmanaged<TrackedField> {
    let tracked = Unmanaged.passRetained(TrackedField())
    self.tracked = tracked
    return tracked
  }

  /// Lets an observer be told of the next change.
  @inline(__always)
  func arm(for new: Unmanaged<StoreObserver>) {
    isArmed = true
    if observer?.toOpaque() != new.toOpaque() {
      guard !isObserverArmed, !isObserverRunning else { return add(new) }
      observer?.release()
      observer = new.retain()
    }
    observerRun = new._withUnsafeGuaranteedRef { $0.runCount }
  }

  private func add(_ new: Unmanaged<StoreObserver>) {
    let new = new.takeUnretainedValue()
    if moreObservers.last !== new { moreObservers.append(new) }
    hasMoreObservers = true
  }

  func didChange(in table: ObservationTable) {
    guard isArmed, !isChanged else { return }
    isChanged = true
    table.willTell(self)
  }

  /// Disarms the field, where one observer is all that is to be told.
  ///
  /// - Returns: The observer, which the field keeps while it runs.
  func takeOnlyObserver() -> Unmanaged<StoreObserver>? {
    guard !hasMoreObservers, !isKnownToSystem, isObserverArmed else { return nil }
    isArmed = false
    isChanged = false
    return observer
  }

  /// Disarms the field, and tells all but the store's own observers.
  ///
  /// - Parameter stale: Takes those that are to be run.
  func tell(addingTo stale: inout [StoreObserver]) {
    isArmed = false
    isChanged = false
    if let observer {
      if isObserverArmed {
        let observer = observer.takeUnretainedValue()
        if observer.becomeStale() { stale.append(observer) }
      } else if !isObserverRunning {
        observer.release()
        self.observer = nil
      }
    }
    for observer in moreObservers where observer.becomeStale() { stale.append(observer) }
    moreObservers.removeAll(keepingCapacity: true)
    hasMoreObservers = false
    guard isKnownToSystem else { return }
    isKnownToSystem = false
    tracked?.takeUnretainedValue().didChange()
  }
}
