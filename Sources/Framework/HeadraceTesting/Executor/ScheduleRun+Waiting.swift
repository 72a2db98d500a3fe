import Synchronization

extension ScheduleRun {
  /// Waits until nothing else can happen; called by a task that advances a clock.
  nonisolated(nonsending) func settle() async {
    let (task, isOfTest) = record.withLock { record in
      let running = record.running ?? (0, true)
      record.settling.insert(running.task)
      record.chooser.touchEverything()
      return running
    }
    defer { record.withLock { _ = $0.settling.remove(task) } }
    for _ in 0..<TestExecutor.jobsPerPumpMax {
      // A job of a store can't run another one.
      if isOfTest { _ = runStores() }
      let isAtRest = record.withLock { record in
        record.waiting.allSatisfy { record.settling.contains($0.task) }
      }
      if isAtRest { return }
      await Task.yield()
    }
  }

  /// The choices so far, and the plan for the next ones.
  var chooser: ScheduleChooser { record.withLock { $0.chooser } }

  /// Chooses one of several sleepers that are due together, or of several values, by index.
  ///
  /// The order after the test's end is not explored.
  func choose(of count: Int) -> Int {
    record.withLock { count < 2 || $0.isDone ? 0 : $0.chooser.choose(of: count) }
  }
}
