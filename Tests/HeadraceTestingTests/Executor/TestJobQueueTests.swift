import Synchronization
import Testing

@testable import HeadraceTesting

/// Two callers can wait for the same executor. One of them runs the job that both were resumed for.
@Suite struct TestJobQueueTests {
  private let executor = TestExecutor()

  private func addJobThatAnotherCallerRuns() {
    Task(executorPreference: executor) {}
    executor.run()
  }

  @Test func aJobThatAnotherCallerHasRunEndsTheNextWait() {
    let seenCount = executor.jobs.withLock { $0.addedCount }
    addJobThatAnotherCallerRuns()
    #expect(executor.jobs.withLock { $0.beginWaiting(after: seenCount) } == nil)
    #expect(executor.jobs.withLock { $0.beginWaiting(after: seenCount + 1) } != nil)
  }

  @Test func aJobThatAnotherCallerHasRunEndsAWaitThatHasBegun() async throws {
    let wait = try #require(executor.jobs.withLock { $0.beginWaiting() })
    addJobThatAnotherCallerRuns()
    let hasJob = await withCheckedContinuation { continuation in
      let hasJob = executor.jobs.withLock { $0.wait(wait, continuation) }
      if let hasJob { continuation.resume(returning: hasJob) }
      if hasJob == nil { _ = executor.giveUpWaits() }
    }
    #expect(hasJob)
  }
}
