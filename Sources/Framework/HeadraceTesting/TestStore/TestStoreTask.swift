public import Headrace
import Synchronization

/// All effects and actions that one action sent to a test store started.
public struct TestStoreTask: Sendable {
  @usableFromInline let task: StoreTask
  @usableFromInline let executor: TestExecutor
  @usableFromInline let timeout: Duration

  @inlinable
  init(_ task: StoreTask, executor: TestExecutor, timeout: Duration) {
    self.task = task
    self.executor = executor
    self.timeout = timeout
  }

  /// Runs effects until everything that the action started has ended.
  ///
  /// - Parameter timeout: The real time to wait for work that has left the store's executor; if
  ///   `nil`, the store's timeout.
  nonisolated(nonsending)
    public func finish(
      timeout: Duration? = nil,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async
  {
    if isAwaitedFromWithin { return await task.finish() }
    let timeout = timeout ?? self.timeout
    let wait = await run(timeout) { await $0.finish() }
    if case .met = wait { return }
    recordFailure(
      TestStoreFailure.taskNotFinished(wait, timeout, effects: descriptions),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Cancels everything that the action started, and waits until it has ended.
  nonisolated(nonsending)
    public func cancel(
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async
  {
    if isAwaitedFromWithin { return await task.cancel() }
    let wait = await run(timeout) { await $0.cancel() }
    if case .met = wait { return }
    recordFailure(
      TestStoreFailure.taskNotCancelled(wait, timeout),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// True once ``cancel(fileID:filePath:line:column:)`` has taken effect.
  public var isCancelled: Bool { task.isCancelled }

  /// The effects in flight that the action started.
  private var descriptions: [String] {
    executor.descriptions(of: executor.exclusively { task.effects })
  }

  /// True if an effect would wait for its own end.
  ///
  /// The task that ``run(_:_:)`` creates can't determine this, because it belongs to no effect.
  private var isAwaitedFromWithin: Bool { executor.exclusively { task.isAwaitedFromWithin } }

  /// Runs a call with the task on the store's executor, and runs the executor until the call
  /// returns.
  nonisolated(nonsending)
    private func run(
      _ timeout: Duration, _ body: @escaping @Sendable (StoreTask) async -> Void
    ) async -> TestStoreWait
  {
    let isOver = Flag()
    let work = Task(executorPreference: executor) { [task] in
      await body(task)
      isOver.raise()
    }
    var outside = OutsideWait(timeout)
    while true {
      executor.beginLooking(in: &outside)
      let isAtRest = executor.run { isOver.isRaised }
      if isOver.isRaised { return .met }
      guard isAtRest else {
        work.cancel()
        return .restless
      }
      if executor.runFollowers() { continue }
      let sleeps = executor.sleeps(of: executor.exclusively { task.effects })
      if sleeps.areParked {
        work.cancel()
        return .parked
      }
      guard await executor.waitForJob(in: &outside) else {
        work.cancel()
        return .timedOut(timeout, someSleep: sleeps.areSomeAsleep)
      }
    }
  }
}

private final class Flag: Sendable {
  private let value = Atomic(false)

  var isRaised: Bool { value.load(ordering: .acquiring) }

  func raise() {
    value.store(true, ordering: .releasing)
  }
}
