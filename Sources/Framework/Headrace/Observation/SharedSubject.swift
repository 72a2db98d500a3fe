import Synchronization

/// The observers of one shared value, inside and outside of stores.
///
/// It can be changed from any thread. A store is notified on its own actor; if its own reducer
/// changed the value, together with the other changes of the drain.
package final class SharedSubject: Sendable {
  /// A number that distinguishes the value from all others in the process.
  let number = StateStamp.next()
  /// The value's name in reports.
  package let name: String
  /// The thread that has locked the value; 0 if it is not locked.
  ///
  /// See ``SharedUse``.
  let owner = Atomic<UInt>(0)
  /// True if the value was used inside another one, or another one inside it.
  let isNested = Atomic(false)
  /// The value for code outside of stores, which the system tracks.
  private let outside = TrackedField()
  private let watchers = Mutex<[ObjectIdentifier: SharedWatcher]>([:])

  package init(named name: String) { self.name = name }

  /// True if a store observes the value.
  package var isWatched: Bool { watchers.withLock { !$0.isEmpty } }

  func add(_ watcher: SharedWatcher) {
    watchers.withLock { $0[ObjectIdentifier(watcher)] = watcher }
  }

  func remove(_ watcher: SharedWatcher) {
    watchers.withLock { $0[ObjectIdentifier(watcher)] = nil }
  }

  /// Called before the value is read.
  ///
  /// - Parameter state: The identity of the value, if its type has observable fields.
  package func willRead(_ state: @autoclosure () -> ObservableStateID?) {
    if !ObservationTable.sharedWillBeRead(self, state) { outside.willRead() }
  }

  /// Called after the value was changed.
  package func didChange(_ change: StateDifferences) {
    outside.didChange()
    let watchers = watchers.withLock { Array($0.values) }
    for watcher in watchers { watcher.sharedValueWasChanged(self, change) }
  }
}
