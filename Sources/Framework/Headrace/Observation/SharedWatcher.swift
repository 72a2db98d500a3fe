import Synchronization

/// Brings the changes of the shared values that one store observes to the store's actor.
final class SharedWatcher: Sendable {
  private struct Pending {
    var changes: [UInt64: SharedChange] = [:]
    var isScheduled = false
  }

  /// The table of the store; compared, never followed.
  private let table: ObjectIdentifier
  private weak let store: (any ObservedStore)?
  private weak let actor: (any Actor)?
  private let executor: (any TaskExecutor)?
  private let pending = Mutex(Pending())

  init(of table: ObservationTable, in store: any ObservedStore) {
    self.table = ObjectIdentifier(table)
    self.store = store
    actor = store.actor
    executor = store.executor
  }

  /// Called on any thread.
  func sharedValueWasChanged(_ subject: SharedSubject, _ change: SharedChange) {
    if let current = ObservationTable.reducingOnThread, ObjectIdentifier(current) == table {
      return current.noteShared(subject.number, change)
    }
    let mustSchedule = pending.withLock { pending in
      pending.changes[subject.number, default: .fields([])].merge(change)
      defer { pending.isScheduled = true }
      return !pending.isScheduled
    }
    guard mustSchedule else { return }
    if let executor {
      Task(executorPreference: executor) { await self.notify() }
    } else {
      Task { await self.notify() }
    }
  }

  private func notify() async {
    guard let actor else { return }
    await notify(on: actor)
  }

  private func notify(on actor: isolated any Actor) {
    let changes = pending.withLock { pending in
      defer { pending = Pending() }
      return pending.changes
    }
    guard let store else { return }
    store.noteOutsideChange { table in
      for (subject, change) in changes { table.noteShared(subject, change) }
    }
  }
}
