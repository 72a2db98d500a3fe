// MARK: - Being Held

extension StoreCore {
  /// Holds the store for an inspector: from now on actions wait, and no effect starts.
  ///
  /// Only call it, and what follows, between actions.
  package func hold() {
    flags.isHeld = true
    flags.isBusy = true
  }

  /// Lets the store continue, and reduces what has waited.
  package func resume() {
    flags.isHeld = false
    flags.isBusy = false
    perform {}
  }

  /// Reduces one action of a store that is held.
  package func reduceNextWhileHeld() { whileHeld { _ = reduceNext() } }

  /// Replaces the state of a store that is held, and notifies its observers.
  package func show(_ state: State) {
    whileHeld {
      memory.pointee = state
      flags.watchedActionCount &+= 1
    }
  }

  /// Cancels the effects that actions after another one have started, and those of children that
  /// are not in the state.
  package func cancelEffects(after action: UInt64) {
    whileHeld {
      findAndEndLostScopes()
      for effect in rootScope.records(where: { $0.startedBy.rawValue > action }) { effect.cancel() }
    }
  }

  private func whileHeld(_ change: () -> Void) {
    observations.reducing { whileBusy(change) }
    // What observers send waits, too.
    hold()
    observations.flush()
  }
}
