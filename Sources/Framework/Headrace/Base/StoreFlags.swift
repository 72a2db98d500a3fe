/// What a store looks at for every action.
///
/// It has a separate allocation, because each access to a class's property is checked for
/// exclusivity.
@frozen
@usableFromInline
package struct StoreFlags {
  /// Whether actions are being reduced, or effects started.
  @usableFromInline var isBusy = false
  /// Whether a reducer has access to the state.
  @usableFromInline var isReducing = false
  /// What the leaf that runs calls by hand, as `HandCalls`. The leaf's node, which is alive while
  /// it runs, retains it.
  @usableFromInline var caller: UnsafeMutableRawPointer?
  /// Where the state of that leaf is.
  @usableFromInline var callerState: UnsafeMutableRawPointer?
  /// Whether the current run of that leaf has called a reducer by hand.
  @usableFromInline var callerHasCalled = false
  /// Whether the store is gone: nothing is reduced, and no effect starts.
  @usableFromInline var isShutDown = false
  /// Whether the store has an instrument.
  @usableFromInline var hasInstrument = false
  /// Whether the state has observers; see ``ObservationTable``.
  @usableFromInline var isObserved = false
  /// Whether observers were added while actions were reduced, and are still to be notified.
  @usableFromInline var mustFlush = false
  /// Whether the runtime itself reads child states; a missing child is not reported then.
  @usableFromInline var isFollowingLinks = false
  /// How many actions wait for their turn.
  @usableFromInline var waitingCount = 0
  /// How many live scopes can end before their parents; lost ones are looked for only while there
  /// are any.
  @usableFromInline var endableScopeCount = 0
  /// Whether scopes that can end were added since lost ones were last looked for.
  @usableFromInline var hasNewEndableScopes = false
  /// How many effects in flight can be cancelled by an id from a feature above their own.
  var wrappedCount = 0
  /// The number of the last search for effects to cancel.
  var lastSearch: UInt64 = 0
  /// The number of the last action.
  @usableFromInline var lastActionID: UInt64 = 0
  /// How many actions were reduced while the store had instruments, which may read the state after
  /// an action has its number and before the state changes.
  @usableFromInline var watchedActionCount: UInt64 = 0
  /// How many readers read the state in place; counted in debug builds only.
  @usableFromInline var readerCount = 0

  /// Whether the store has work to do even after an action without an effect.
  @inlinable var leavesWork: Bool { endableScopeCount > 0 || waitingCount > 0 || mustFlush }

  /// A number that differs whenever the state may have changed.
  var stateVersion: UInt64 { lastActionID &+ watchedActionCount }

  @inlinable
  init() {}
}
