import Synchronization

/// Forwards the changes of the shared values that one store observes to the store's actor.
final class SharedWatcher: Sendable {
  /// The table of the store; it is compared, never dereferenced.
  private let table: ObjectIdentifier
  private weak let store: (any ObservedStore)?
  private weak let actor: (any Actor)?
  private let executor: (any TaskExecutor)?
  /// The changes that a task takes to the actor, by the numbers of the values.
  private let pending = Mutex<[UInt64: StateDifferences]>([:])

  init(of table: ObservationTable, in store: any ObservedStore) {
    self.table = ObjectIdentifier(table)
    self.store = store
    actor = store.owner
    executor = store.executor
  }

  /// Handles a change of a shared value; called on any thread.
  func sharedValueWasChanged(_ subject: SharedSubject, _ change: StateDifferences) {
    if let current = ObservationTable.notingOnThread, ObjectIdentifier(current) == table {
      return current.noteShared(subject.number, change)
    }
    let mustSchedule = pending.withLock { pending in
      defer { pending[subject.number, default: change].merge(change) }
      return pending.isEmpty
    }
    if mustSchedule { Task(executorPreference: executor) { await self.notify() } }
  }

  private func notify() async { if let actor { await notify(on: actor) } }

  private func notify(on actor: isolated any Actor) {
    let changes = pending.withLock { pending in
      defer { pending = [:] }
      return pending
    }
    store?.noteOutsideChange { table in
      for (subject, change) in changes { table.noteShared(subject, change) }
    }
  }
}
