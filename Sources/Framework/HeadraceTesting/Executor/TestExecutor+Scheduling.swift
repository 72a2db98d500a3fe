import Synchronization

// Running jobs in an order that a `ScheduleRun` chooses.

extension TestExecutor {
  /// Runs jobs before a test sends an action. In a chosen order, it was chosen how many have run
  /// when the test continued.
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

  /// Runs the waiting job with a ticket.
  func runJob(_ ticket: UInt64) {
    exclusively {
      if let job = jobs.withLock({ $0.remove(ticket) }) { run(job) }
    }
  }

  /// Ends the waits for jobs, because none will come.
  ///
  /// - Returns: Whether anybody has waited.
  func giveUpWaits() -> Bool {
    let waiters = jobs.withLock { $0.endWaits() }
    for waiter in waiters { waiter.resume(returning: false) }
    return !waiters.isEmpty
  }
}
