extension Reducer {
  /// Overrides a dependency that is its own key, such as a client, for this reducer, all reducers
  /// below it, and their effects.
  ///
  /// - Parameter value: The value to use instead.
  public func dependency<Value: TestDependencyKey>(
    _ value: Value
  ) -> DependencyReducer<Self> where Value.Value == Value {
    DependencyReducer(base: self) { $0[Value.self] = value }
  }
}
