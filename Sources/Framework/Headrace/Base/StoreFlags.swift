/// The flags and counters that a store checks for every action, shared with its nodes and scopes.
///
/// Inlined code reads them through methods: a property that is visible only in this module needs no
/// exclusivity check at run time, and such checks were three quarters of the cost of an action.
@usableFromInline
package final class StoreFlags {
  /// True while actions are being reduced or effects started.
  var isBusy = false
  /// True while a reducer has access to the state, so that no other code may read it.
  var isReducing = false
  /// True once the store has shut down: it reduces no actions and starts no effects.
  var isShutDown = false
  /// True while an inspector pauses the store, which is then busy between actions, too.
  var isPaused = false
  /// True if an inspector asked the store not to start effects.
  package var areEffectsLocked = false
  /// True if the store has an instrument.
  var hasInstrument = false
  /// True if the state has observers; see ``ObservationTable``.
  var isObserved = false
  /// True if observers were added during a drain and must still be notified when it ends.
  var mustFlush = false
  /// True while the runtime itself reads the states of child stores.
  ///
  /// An absent child is then not reported.
  var ignoresAbsentChildren = false
  /// The number of actions in the queue.
  var queuedCount = 0
  /// True if lost scopes have not ended yet.
  var hasLostScopes = false
  /// True if scopes that can end were added since the last search for lost scopes.
  var hasNewEndableScopes = false
  /// True if effects wait to be launched, continued or finished.
  var mustSettle = false
  /// The number of the last action.
  var lastActionID: UInt64 = 0
  /// A number added to the version: one for each action that instruments watched, and for each
  /// state that an inspector shows.
  ///
  /// It distinguishes states under the same action's number, such as those before and after it.
  var versionOffset: UInt64 = 0
  /// The number of calls of `withState` that are reading the state, one within another.
  var readingCount = 0

  /// A number that changes whenever the state may have changed.
  var stateVersion: UInt64 { lastActionID &+ versionOffset }

  @usableFromInline
  init() {}

  /// True if the state has observers; for inlined code.
  @usableFromInline var hasObservers: Bool { isObserved }
}
