/// A serial executor that adds the jobs of a test store's actor to the queue of the store's
/// executor.
package final class TestOwnerExecutor: SerialExecutor {
  private let executor: TestExecutor

  package init(_ executor: TestExecutor) {
    self.executor = executor
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    executor.add(TestJob(job: UnownedJob(job), owner: self))
  }

  package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  /// Also accepts the test as being on the actor while it has exclusive use of the executor.
  package func checkIsolated() {
    precondition(
      executor.hasTurn,
      "A test store's core was used outside of 'exclusively', where effects may run beside it.")
  }
}

/// The actor that owns a test store's core; its jobs run when the test runs them.
@usableFromInline
package actor TestStoreOwner {
  private let executor: TestOwnerExecutor

  @usableFromInline
  package init(_ executor: TestExecutor) {
    self.executor = TestOwnerExecutor(executor)
  }

  @usableFromInline
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }
}
