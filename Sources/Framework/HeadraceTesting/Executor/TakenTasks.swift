import CThreadSlots
import Synchronization

/// The unstructured tasks of runs.
///
/// They would run on the global executor; the executors of their runs take over their jobs instead.
enum TakenTasks {
  private struct TakenTask {
    /// The task's number, which is unique, whereas addresses are reused.
    let id: UInt64
    let run: ObjectIdentifier
    let executor: WeakTestExecutor
  }

  /// The tasks by their addresses.
  private static let tasks = Mutex<[TestEffectTasks.Address: TakenTask]>([:])

  /// Installs the hook that takes over such jobs; later uses change nothing.
  static let installHook: Void = cescape_watch { job in
    let job = TestJob(global: job)
    guard let executor = executor(for: job) else { return false }
    executor.add(job)
    return true
  }

  /// Returns the executor that takes over a job: that of the enqueuing code or, if it belongs to no
  /// run, that of the job's task.
  private static func executor(for job: TestJob) -> TestExecutor? {
    if let executor = TestExecutor.running {
      guard let run = executor.schedule else { return nil }
      if let id = job.taskID {
        let task = TakenTask(
          id: id, run: ObjectIdentifier(run), executor: WeakTestExecutor(executor: executor))
        tasks.withLock { $0[job.address] = task }
      }
      return executor
    }
    guard let task = tasks.withLock({ $0[job.address] }), task.id == job.taskID else { return nil }
    return task.executor.executor
  }

  /// Removes the tasks of a run that has ended.
  static func remove(of run: ScheduleRun) {
    tasks.withLock { tasks in tasks = tasks.filter { $0.value.run != ObjectIdentifier(run) } }
  }
}
