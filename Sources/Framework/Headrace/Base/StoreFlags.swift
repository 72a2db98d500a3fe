/// What a store looks at for every action; shared with its nodes and scopes.
@usableFromInline
package final class StoreFlags {
  /// Whether actions are being reduced, or effects started.
  @usableFromInline var isBusy = false
  /// Whether a reducer has access to the state, so that no other code may read it.
  @usableFromInline var isReducing = false
  /// Whether the store is gone: nothing is reduced, and no effect starts any more.
  @usableFromInline var isShutDown = false
  /// Whether the store has an instrument.
  @usableFromInline var hasInstrument = false
  /// Whether the state has observers; see ``ObservationTable``.
  @usableFromInline var isObserved = false
  /// Whether observers were added in the middle of a drain, and must still be notified
  /// when it ends.
  @usableFromInline var mustFlush = false
  /// Whether the runtime itself reads the states of child stores. If a child is absent then, that
  /// is not reported.
  @usableFromInline var ignoresAbsentChildren = false
  /// How many actions wait for their turn.
  @usableFromInline var waitingCount = 0
  /// How many live scopes can end before their parents; lost ones are looked for only while there
  /// are any.
  @usableFromInline var endableScopeCount = 0
  /// Whether scopes that can end were added since the last search for lost scopes.
  @usableFromInline var hasNewEndableScopes = false
  /// The number of the last action.
  @usableFromInline var lastActionID: UInt64 = 0
  /// How many actions were reduced while the store had instruments. An instrument may read the
  /// state when an action has its number already and the state has not changed yet.
  @usableFromInline var watchedActionCount: UInt64 = 0
  /// How many readers read the state in place.
  @usableFromInline var readerCount = 0

  /// A number that differs whenever the state may have changed.
  var stateVersion: UInt64 { lastActionID &+ watchedActionCount }

  @inlinable
  init() {}
}
