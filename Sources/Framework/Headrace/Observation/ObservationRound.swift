/// The observers to notify after one drain of the queue.
struct ObservationRound {
  private var observers: [StoreObserver] = []
  private var tracked: [TrackedField] = []

  /// Adds an observer, unless it is already due to run, or made the change itself.
  mutating func add(_ observer: StoreObserver, thatRead field: ObservedField) {
    if observer.becomeStale(by: field) { observers.append(observer) }
  }

  mutating func add(_ tracked: TrackedField) {
    self.tracked.append(tracked)
  }

  /// Notifies the system's tracking, then runs the observers in the order in which they were added.
  func notifyObservers() {
    if !tracked.isEmpty {
      // Code that the system's tracking runs reads for itself, not for the observer that may have
      // sent the action.
      StoreObserver.withoutRunning {
        for field in tracked.sorted(by: { $0.number < $1.number }) { field.didChange() }
      }
    }
    for observer in observers.sorted(by: { $0.number < $1.number }) { observer.runIfStale() }
  }
}
