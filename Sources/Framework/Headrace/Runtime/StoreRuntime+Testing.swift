extension StoreRuntime {
  /// Cancels every effect; unlike after ``shutDown()`` the store goes on reducing actions.
  package final func cancelAllEffects() {
    perform { rootScope.forEachRecord { $0.cancel() } }
  }
}
