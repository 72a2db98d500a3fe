import Synchronization

/// The observers of one shared value, in all stores and outside of them.
///
/// Changed from any thread. A store is notified on its own actor. If its own reducer has changed
/// the value, this happens together with the other changes of the drain.
package final class SharedSubject: Sendable {
  /// Distinguishes the value from all others in the process.
  let number = StateStamp.next()
  /// The value's name in reports.
  package let name: String
  /// The thread that has locked the value; 0 if there is none. See ``SharedUse``.
  let owner = Atomic<UInt>(0)
  /// Whether the value was used inside another one, or another one inside it.
  let isNested = Atomic(false)
  /// The value for code outside of every store, which the system tracks.
  private let outside = TrackedField()
  private let watchers = Mutex<[ObjectIdentifier: SharedWatcher]>([:])
  private let watcherCount = Atomic(0)

  package init(named name: String) {
    self.name = name
  }

  deinit {
    if isNested.load(ordering: .relaxed) { SharedUse.forget(number) }
  }

  /// Whether a store observes the value.
  package var isWatched: Bool { watcherCount.load(ordering: .relaxed) > 0 }

  func add(_ watcher: SharedWatcher) {
    watchers.withLock { watchers in
      watchers[ObjectIdentifier(watcher)] = watcher
      watcherCount.store(watchers.count, ordering: .relaxed)
    }
  }

  func remove(_ watcher: SharedWatcher) {
    watchers.withLock { watchers in
      watchers[ObjectIdentifier(watcher)] = nil
      watcherCount.store(watchers.count, ordering: .relaxed)
    }
  }

  /// Called before the value is read.
  ///
  /// - Parameter state: The identity of the value, if its type has observable fields.
  package func willRead(_ state: @autoclosure () -> ObservableStateID?) {
    if !ObservationTable.sharedWillBeRead(self, state) { outside.willRead() }
  }

  /// Called after the value was changed.
  package func didChange(_ change: SharedChange) {
    outside.didChange()
    guard isWatched else { return }
    let watchers = watchers.withLock { Array($0.values) }
    for watcher in watchers { watcher.sharedValueWasChanged(self, change) }
  }
}

/// What a change of a shared value did.
package enum SharedChange: Sendable {
  /// Any of its fields may differ.
  case everything
  /// These differ, by their numbers.
  case fields(Set<UInt64>)

  /// Compares a value with its previous one.
  package init<Value>(from old: Value, to new: Value) {
    if let old = old as? any ObservableState {
      self = Self.comparing(old, with: new)
    } else if let old = old as? any Equatable {
      self = Self.isEqual(old, new) ? .fields([]) : .everything
    } else {
      self = .everything
    }
  }

  private static func isEqual<Old: Equatable>(_ old: Old, _ new: some Any) -> Bool {
    new as? Old == old
  }

  private static func comparing<Old: ObservableState>(_ old: Old, with new: some Any) -> Self {
    guard let new = new as? Old, old._$id.isSameState(as: new._$id) else { return .everything }
    if old._$id == new._$id { return .fields([]) }
    var differences = StateDifferences()
    Old._$compare(old, new, in: &differences)
    return differences.isEverything ? .everything : .fields(Set(differences.fields.map(\.number)))
  }

  mutating func merge(_ other: Self) {
    guard case .fields(let mine) = self, case .fields(let others) = other else {
      return self = .everything
    }
    self = .fields(mine.union(others))
  }

  func contains(_ field: UInt64) -> Bool {
    switch self {
    case .everything: true
    case .fields(let fields):
      fields.contains(field) || (field == ObservationTable.wholeField && !fields.isEmpty)
    }
  }
}
