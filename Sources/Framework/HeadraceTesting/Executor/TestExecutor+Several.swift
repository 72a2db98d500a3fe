import Synchronization

extension TestExecutor {
  /// Runs the jobs of several executors in the order in which they were added, as one executor
  /// would, until none are left.
  ///
  /// Jobs of an executor that the thread is already running are left to that executor.
  package static func run(_ executors: [TestExecutor]) {
    if let schedule = executors.first?.schedule {
      _ = schedule.runStores()
      return
    }
    if executors.count == 1 {
      executors[0].run()
      return
    }
    var others = executors
    for _ in 0..<jobsPerPumpMax {
      var next: (executor: TestExecutor, ticket: UInt64)?
      for executor in others {
        guard let ticket = executor.nextTicket, ticket < next?.ticket ?? .max else { continue }
        next = (executor, ticket)
      }
      guard let next else { return }
      if !next.executor.runOneJob() { others.removeAll { $0 === next.executor } }
    }
  }

  /// Runs jobs that this executor's jobs added to executors of other test stores.
  ///
  /// - Returns: True if there were any.
  func runFollowers() -> Bool {
    let followers = allFollowers()
    guard followers.contains(where: { $0.nextTicket != nil }) else { return false }
    Self.run(followers + [self])
    return true
  }

  /// The followers and their followers, transitively.
  private func allFollowers() -> [TestExecutor] {
    var all: [TestExecutor] = []
    var next = jobs.withLock { $0.liveFollowers }
    while let follower = next.popLast() {
      guard follower !== self, !all.contains(where: { $0 === follower }) else { continue }
      all.append(follower)
      next += follower.jobs.withLock { $0.liveFollowers }
    }
    return all
  }

  /// The ticket of the job that the executor would run next; `nil` if it would run none.
  private var nextTicket: UInt64? {
    if jobCount.load(ordering: .acquiring) == 0 || hasTurn { return nil }
    return jobs.withLock { $0.nextTicket }
  }

  /// - Returns: True if it could. Inside the turn of another executor, it does not wait for a
  ///   thread that has this one's turn, because that thread may wait for the other.
  private func runOneJob() -> Bool {
    guard Self.running != nil else {
      exclusively { _ = runNextJob() }
      return true
    }
    return exclusivelyIfFree { runNextJob() } != nil
  }

  /// True if the calling code is a job of this executor, and other jobs wait behind it.
  var isHoldingUpJobs: Bool {
    Self.running === self && jobCount.load(ordering: .acquiring) > 1
  }
}
