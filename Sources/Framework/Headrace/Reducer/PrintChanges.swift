extension Reducer {
  /// Prints each action that this reducer receives, and the changes that it makes to the state.
  ///
  /// ```
  /// received action:
  ///   Counter.Action.incrementButtonTapped
  ///   Counter.State(
  /// -   count: 0
  /// +   count: 1
  ///   )
  /// ```
  ///
  /// For debugging only: a copy of the state is kept while an action is reduced, so every change
  /// inside it causes a copy.
  ///
  /// - Parameter printer: The output and its destination; `nil` to write nothing. By default,
  ///   differences are written to standard output in debug builds, and nothing in release builds.
  @inlinable
  public func _printChanges(
    _ printer: ReducerPrinter<State, Action>? = .debugBuildsOnly
  ) -> ErasedReducer<State, Action> {
    guard let printer else { return ErasedReducer(self) }
    return ErasedReducer(self) { node, state, action in
      let oldState = state
      let effect = node.reduce(into: &state, action: action)
      printer.printChange(action, oldState, state)
      return effect
    }
  }
}
