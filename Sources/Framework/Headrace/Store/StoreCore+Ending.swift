// MARK: - Ending

extension StoreCore {
  /// Ends the store: queued actions are no longer reduced, and no effect starts, not even those of
  /// an action that is being reduced.
  @usableFromInline
  package func shutDown() {
    flags.isShutDown = true
    // These effects refer to the store.
    held = nil
    if flags.isPaused { flags.isBusy = false }
    guard rootScope.liveCount > 0 || hasQueued else { return rootScope.end() }
    performAndDrain { rootScope.end() }
  }

  // MARK: - Dropping Actions

  /// Drops an action whose effect or sender was cancelled while it was queued.
  @usableFromInline
  func drop(_ action: Action, of record: EffectRecord?, from origin: ActionOrigin) {
    dropLateSend(of: record, from: origin, label: ActionLabel.of(action))
  }
}
