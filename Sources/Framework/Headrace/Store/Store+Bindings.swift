import CustomDump

extension Store where Action: BindableAction, Action.State == State {
  // Disfavoured, so that a read uses the store's plain subscript.
  /// A field of the state; setting it sends the action `binding` with the change.
  @_disfavoredOverload
  @inlinable
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: any WritableKeyPath<State, Value> & Sendable
  ) -> Value {
    get { observing { $0[keyPath: keyPath] } }
    set { sendBinding(.set(keyPath, newValue), of: keyPath) }
  }

  /// Sends a change, and reports it if no reducer applies it.
  @usableFromInline
  func sendBinding(_ change: BindingAction<State>, of keyPath: PartialKeyPath<State>) {
    // A queued action is not yet reduced when `send` returns.
    let flags = runtime.flags
    let isReducedAtOnce = !flags.isBusy && flags.readingCount == 0
    let isMade = LockIsolated(false)
    send(.binding(change.calling { isMade.setValue(true) }))
    guard isReducedAtOnce, !isMade.value else { return }
    let action = String(customDumping: change)
    reportMisuse(
      """
      A field of a store was set, but no reducer made the change: \(action).

      The store made at \(part.site) sent 'binding' to '\(State.self)', and no 'BindingReducer' \
      received it, so the state is unchanged. Add 'BindingReducer()' to the 'body' of the feature.
      """, at: part.site)
  }
}
