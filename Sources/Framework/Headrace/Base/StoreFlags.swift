/// What a store looks at for every action; shared with its nodes and scopes.
///
/// Inlined code asks by methods: an access to a property that only this module sees needs no check
/// at run time, and such checks were three quarters of the cost of an action.
@usableFromInline
package final class StoreFlags {
  /// Whether actions are being reduced, or effects started.
  var isBusy = false
  /// Whether a reducer has access to the state, so that no other code may read it.
  var isReducing = false
  /// Whether the store is gone: nothing is reduced, and no effect starts any more.
  var isShutDown = false
  /// Whether an inspector holds the store: it is busy between actions, too.
  var isHeld = false
  /// Whether an inspector asked that effects don't start.
  package var areEffectsLocked = false
  /// Whether the store has an instrument.
  var hasInstrument = false
  /// Whether the state has observers; see ``ObservationTable``.
  var isObserved = false
  /// Whether observers were added in the middle of a drain, and must still be notified
  /// when it ends.
  var mustFlush = false
  /// Whether the runtime itself reads the states of child stores. If a child is absent then, that
  /// is not reported.
  var ignoresAbsentChildren = false
  /// How many actions wait for their turn.
  package var waitingCount = 0
  /// How many live scopes can end before their parents; lost ones are looked for only while there
  /// are any.
  var endableScopeCount = 0
  /// Whether scopes that can end were added since the last search for lost scopes.
  var hasNewEndableScopes = false
  /// Whether effects wait to be launched.
  var mustLaunch = false
  /// The number of the last action.
  var lastActionID: UInt64 = 0
  /// How many actions were reduced while the store had instruments. An instrument may read the
  /// state when an action has its number already and the state has not changed yet.
  var watchedActionCount: UInt64 = 0
  /// How many readers read the state in place.
  var readerCount = 0

  /// A number that differs whenever the state may have changed.
  var stateVersion: UInt64 { lastActionID &+ watchedActionCount }

  @usableFromInline
  init() {}

  /// Whether the state has observers; for inlined code.
  @usableFromInline var hasObservers: Bool { isObserved }
}
