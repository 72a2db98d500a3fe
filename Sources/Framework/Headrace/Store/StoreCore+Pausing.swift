// MARK: - Pausing the Store

extension StoreCore {
  /// Pauses the store for an inspector: from now on, actions are queued, and no effect starts.
  ///
  /// Call this and the following methods only between actions.
  package func pause() {
    flags.isPaused = true
    flags.isBusy = true
  }

  /// Lets the store continue, and reduces the queued actions.
  package func resume() {
    flags.isPaused = false
    flags.isBusy = false
    perform {}
  }

  /// Reduces one action of a paused store.
  package func reduceNextWhilePaused() { whilePaused { _ = reduceNext() } }

  /// Replaces the state of a paused store, and notifies its observers.
  package func show(_ state: State) {
    whilePaused {
      memory.pointee = state
      flags.versionOffset &+= 1
    }
  }

  /// Cancels the effects that actions after a given one started, and those of children that are not
  /// in the state.
  package func cancelEffects(after action: UInt64) {
    whilePaused {
      findAndEndLostScopes()
      for effect in rootScope.records(where: { $0.startedBy.rawValue > action }) { effect.cancel() }
    }
  }

  private func whilePaused(_ change: () -> Void) {
    observations.notingChanges { whileBusy(change) }
    // Actions that observers send are queued, too.
    pause()
    observations.flush()
  }
}
