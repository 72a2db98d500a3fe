import CThreadSlots
import Synchronization

/// Unstructured tasks whose jobs executors of runs take, because they would go to the global
/// executor.
enum TakenTasks {
  private struct TakenTask {
    /// The task's number, because addresses are reused.
    let id: UInt64
    let executor: WeakTestExecutor
  }

  /// The tasks by their addresses.
  private static let tasks = Mutex<[TestEffectTasks.Address: TakenTask]>([:])

  /// Has such jobs taken from now on.
  static let take: Void = cescape_watch { job in
    let job = TestJob(global: job)
    guard let executor = executor(for: job) else { return false }
    executor.add(job)
    return true
  }

  /// The executor that takes a job: that of the code that adds it, or if this code belongs to no
  /// run, the one that has taken the job's task before.
  private static func executor(for job: TestJob) -> TestExecutor? {
    if let executor = TestExecutor.running {
      guard executor.isScheduled else { return nil }
      if let id = job.taskID {
        let task = TakenTask(id: id, executor: WeakTestExecutor(executor: executor))
        tasks.withLock { $0[job.address] = task }
      }
      return executor
    }
    guard let task = tasks.withLock({ $0[job.address] }), task.id == job.taskID else { return nil }
    return task.executor.executor
  }

  /// Removes the tasks of a run that has ended.
  static func remove(_ executors: [TestExecutor]) {
    tasks.withLock { tasks in
      tasks = tasks.filter { _, task in
        task.executor.executor.map { executor in !executors.contains { $0 === executor } } ?? false
      }
    }
  }
}
