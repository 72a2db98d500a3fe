import Synchronization

// Running jobs in an order that a `ScheduleRun` chooses.

extension TestExecutor {
  /// Runs jobs before a test sends an action.
  ///
  /// In a chosen order, the number of jobs to run was already chosen when the test continued.
  @inlinable
  func runBeforeSending() {
    if !isScheduled { run() }
  }

  /// Runs jobs after a test has sent an action.
  @inlinable
  func runAfterSending() {
    if isScheduled { runScheduledAfterSending() } else { run() }
  }

  @usableFromInline var isScheduled: Bool { schedule != nil }

  @usableFromInline
  func runScheduledAfterSending() {
    _ = schedule?.runStores(mayContinue: true)
  }

  /// Runs the waiting job with a given ticket.
  func runJob(_ ticket: UInt64) {
    exclusivelyInside {
      if let job = jobs.withLock({ $0.remove(ticket) }) { run(job) }
    }
  }

  /// Notes that effects share data with the store, other than by actions.
  @usableFromInline
  package func noteSharing() { schedule?.noteSharing(of: self) }

  /// Ends the waits for jobs, because no jobs will come.
  ///
  /// - Returns: True if any code was waiting.
  func giveUpWaits() -> Bool {
    let waiters = jobs.withLock { $0.endWaits() }
    for waiter in waiters { waiter.resume(returning: false) }
    return !waiters.isEmpty
  }
}
