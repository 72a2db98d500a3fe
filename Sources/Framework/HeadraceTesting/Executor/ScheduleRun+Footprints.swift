import Synchronization

// What steps may share with those of other tasks, for a search that leaves out equivalent orders.

extension ScheduleRun.Record {
  /// Returns the data that a step may share, as far as it is known beforehand.
  func footprint(of candidate: ScheduleCandidate) -> ScheduleFootprint {
    // It continues after `send`, which has returned nothing that others can change.
    if candidate.isContinuingTest { return .elsewhere }
    if candidate.isOfTest || settling.contains(candidate.task) { return .everything }
    if !candidate.hasOwner { return .elsewhere }
    // Other tasks use the store's actor to wait for effects.
    let isOfEffect = effects[candidate.task] != nil
    return isOfEffect && !sharingExecutors.contains(candidate.executor)
      ? .store(candidate.executor) : .everything
  }
}

extension ScheduleRun {
  /// Notes that the current step may share anything with others.
  @usableFromInline
  func touchEverything() {
    if usesSleepSets { record.withLock { $0.chooser.touchEverything() } }
  }

  /// Notes that a store's effects share data with it, other than by actions.
  func noteSharing(of executor: TestExecutor) {
    guard usesSleepSets else { return }
    record.withLock { record in
      record.chooser.touchEverything()
      if let index = record.executors.firstIndex(where: { $0 === executor }) {
        record.sharingExecutors.insert(index)
      }
    }
  }
}
