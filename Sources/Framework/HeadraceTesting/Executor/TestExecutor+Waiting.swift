import Headrace
import Synchronization

/// A wait for work outside of a test store's executor.
struct OutsideWait {
  /// The real time at which the work should have returned.
  let deadline: ContinuousClock.Instant
  /// The number of times that work has returned after the deadline.
  fileprivate var lateCount = 0
  /// The number of added jobs when the caller began to look; `nil` if it does not look.
  fileprivate var seenCount: Int?

  init(_ timeout: Duration) {
    deadline = .now + timeout
  }
}

extension TestExecutor {
  /// The maximum number of times that an effect that keeps hopping to other executors can continue
  /// after the deadline of a wait.
  private static let lateCountMax = 100

  /// The maximum time that the main actor may be busy before a wait for work on it is abandoned.
  private static let busyMax = Duration.seconds(60)

  /// Begins to look for what a caller waits for.
  ///
  /// A job that is added from now on ends its next wait, even if another caller has already run
  /// the job.
  func beginLooking(in wait: inout OutsideWait) {
    wait.seenCount = jobs.withLock { $0.addedCount }
  }

  /// Waits for work that has left the executor.
  ///
  /// After the deadline, the main actor and the thread pool still run the work that they already
  /// had. So an effect that hops there is not mistaken for one that waits, however busy they are.
  ///
  /// - Returns: True if there is a job, or if one was added since the caller began to look.
  nonisolated(nonsending) func waitForJob(in wait: inout OutsideWait) async -> Bool {
    // The run ends the wait when nothing more can happen.
    if schedule != nil { return await waitForJob() }
    if ContinuousClock.now < wait.deadline,
      await waitForJob(until: wait.deadline, after: wait.seenCount)
    {
      return true
    }
    guard wait.lateCount < Self.lateCountMax else { return false }
    wait.lateCount += 1
    return await waitForJob(
      after: wait.seenCount, unless: { await MainActor.run {} },
      { try await ContinuousClock().sleep(for: Self.busyMax) })
  }

  /// Waits until the main actor has run the work that was already enqueued on it.
  ///
  /// - Returns: True if there is a job.
  nonisolated(nonsending) func waitForMainActor() async -> Bool {
    await waitForJob(
      unless: { @MainActor in }, { try await ContinuousClock().sleep(for: Self.busyMax) })
  }

  /// Waits for a job from work that has left the executor.
  ///
  /// - Parameters:
  ///   - deadline: The real time at which to give up.
  ///   - seenCount: The number of added jobs that the caller has seen; if there are more, it does
  ///     not wait.
  /// - Returns: True if there is a job, or if one was added after those.
  nonisolated(nonsending)
    package func waitForJob(
      until deadline: ContinuousClock.Instant, after seenCount: Int? = nil
    ) async -> Bool
  {
    await waitForJob(
      after: seenCount, unless: { try await ContinuousClock().sleep(until: deadline) })
  }

  /// Waits for a job, unless one was added after those that the caller has seen.
  ///
  /// - Parameters:
  ///   - seenCount: The number of added jobs that the caller has seen.
  ///   - ends: Functions of which the first to return ends the wait.
  /// - Returns: True if there is a job.
  nonisolated(nonsending)
    private func waitForJob(
      after seenCount: Int? = nil, unless ends: (@Sendable () async throws -> Void)...
    ) async -> Bool
  {
    guard let wait = jobs.withLock({ $0.beginWaiting(after: seenCount) }) else { return true }
    let tasks = ends.map { end in
      Task.detached { [weak self] in
        try await end()
        self?.giveUp(wait)
      }
    }
    defer { for task in tasks { task.cancel() } }
    return await withCheckedContinuation { continuation in
      let hasJob = jobs.withLock { $0.wait(wait, continuation) }
      if let hasJob { continuation.resume(returning: hasJob) }
    }
  }

  private func giveUp(_ wait: Int) {
    jobs.withLock { $0.giveUp(wait) }?.resume(returning: false)
  }
}
