/// The observers to notify after one drain of the queue.
struct ObservationRound {
  private var observers: [StoreObserver] = []
  private var tracked: [TrackedField] = []

  /// Adds an observer, unless it is already due to run, or made the change itself.
  ///
  /// Unmanaged: an observer that has a link to a field is alive, because its `deinit` frees its
  /// links. The round retains those that it will run.
  ///
  /// - Parameter run: The run in which it read what has changed.
  mutating func add(_ observer: Unmanaged<StoreObserver>, thatRead run: UInt64) {
    let observer = observer.takeUnretainedValue()
    if observer.becomeStale(byRun: run) { observers.append(observer) }
  }

  mutating func add(_ tracked: TrackedField) {
    self.tracked.append(tracked)
  }

  /// Notifies the system's tracking, then runs the observers in the order in which they were added.
  func notifyObservers() {
    if !tracked.isEmpty { notifySystem() }
    for observer in observers.sorted(by: { $0.number < $1.number }) { observer.runIfStale() }
  }

  private func notifySystem() {
    // Code that the system's tracking runs reads for itself, not for the observer that may have
    // sent the action.
    let slot = StoreObserver.running.slot
    let outer = slot.pointee
    slot.pointee = nil
    for field in tracked { field.didChange() }
    slot.pointee = outer
  }
}
