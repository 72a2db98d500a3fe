// Without these, the compiler would report that a reducer is not a function, or that a type can't
// be inferred.

extension Store {
  /// Rejects a reducer that is not in a closure.
  @available(
    *, unavailable,
    message: """
      the reducer is written in braces: 'Store(initialState: Feature.State()) { Feature() }'
      """
  )
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State, reducer: R,
    withDependencies prepareDependencies: ((inout DependencyValues) -> Void)? = nil
  ) { preconditionFailure("The reducer is not in braces.") }
}
