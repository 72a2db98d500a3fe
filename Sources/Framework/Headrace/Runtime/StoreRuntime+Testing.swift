extension StoreRuntime {
  /// Cancels every effect; unlike after ``shutDown()`` the store goes on reducing actions.
  package final func cancelAllEffects() {
    perform { for record in rootScope.records() { record.cancel() } }
  }
}
