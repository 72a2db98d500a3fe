/// What a store looks at for every action.
///
/// It stands in memory of its own: each look at a class's property costs a check for exclusive
/// access, which is more than the rest of an action.
@frozen
@usableFromInline
package struct StoreFlags {
  /// Whether actions are being reduced, or effects started.
  @usableFromInline var isBusy = false
  /// Whether a reducer has hold of the state.
  @usableFromInline var isReducing = false
  /// What the leaf that runs calls by hand, as `HandCalls`. The leaf's node, which is alive while
  /// it runs, retains it.
  @usableFromInline var caller: UnsafeMutableRawPointer?
  /// Where the state of that leaf is.
  @usableFromInline var callerState: UnsafeMutableRawPointer?
  /// Whether the current run of that leaf has called a reducer by hand.
  @usableFromInline var callerHasCalled = false
  /// Whether the store has gone away: nothing is reduced, and no effect starts any more.
  @usableFromInline var isShutDown = false
  /// Whether an instrument watches.
  @usableFromInline var hasInstrument = false
  /// Whether the state has observers; see ``ObservationTable``.
  @usableFromInline var isObserved = false
  /// Whether observers came while actions were reduced, and are still to be told.
  @usableFromInline var mustFlush = false
  /// Whether the runtime reads child states for itself: a child that is gone is not reported then.
  @usableFromInline var isFollowingLinks = false
  /// How many actions wait for their turn.
  @usableFromInline var waitingCount = 0
  /// How many live scopes can end before their parents; lost ones are looked for only while there
  /// are any.
  @usableFromInline var endableScopeCount = 0
  /// Whether scopes came that can end, since lost ones were looked for.
  @usableFromInline var hasNewEndableScopes = false
  /// How many effects in flight can be cancelled by an id that a feature above theirs has given.
  var wrappedCount = 0
  /// The number of the last search for effects to cancel.
  var lastSearch: UInt64 = 0
  /// The number of the last action.
  @usableFromInline var lastActionID: UInt64 = 0
  /// How many actions were reduced while instruments watched: these may read the state between the
  /// number and the change.
  @usableFromInline var watchedActionCount: UInt64 = 0
  /// How many are reading the state in place; counted in debug builds alone.
  @usableFromInline var readerCount = 0

  /// Whether an action without an effect leaves work to the store all the same.
  @inlinable var leavesWork: Bool { endableScopeCount > 0 || waitingCount > 0 || mustFlush }

  /// Another number whenever the state may have changed.
  var stateVersion: UInt64 { lastActionID &+ watchedActionCount }

  @inlinable
  init() {}
}
