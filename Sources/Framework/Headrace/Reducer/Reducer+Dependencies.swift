extension Reducer {
  /// Overrides a dependency for this reducer, all reducers below it, and their effects.
  ///
  /// - Parameters:
  ///   - keyPath: The dependency.
  ///   - value: The value to use instead.
  @inlinable
  public func dependency<Value>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable, _ value: Value
  ) -> ErasedReducer<State, Action> {
    overridingDependencies { $0.set(keyPath, to: value) }
  }

  /// Overrides a dependency that is its own key, such as a client, for this reducer and all below
  /// it.
  ///
  /// Their effects have the overridden value, too.
  ///
  /// - Parameter value: The value to use instead.
  public func dependency<Value: TestDependencyKey>(
    _ value: Value
  ) -> ErasedReducer<State, Action> where Value.Value == Value {
    overridingDependencies { $0[Value.self] = value }
  }

  /// Changes a dependency for this reducer, all reducers below it, and their effects.
  ///
  /// - Parameters:
  ///   - keyPath: The dependency.
  ///   - transform: Changes the value; called once, when the store is created.
  @inlinable
  public func transformDependency<Value>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    transform: @escaping (_ dependency: inout Value) -> Void
  ) -> ErasedReducer<State, Action> {
    overridingDependencies { transform(&$0[keyPath: keyPath]) }
  }

  /// Returns a reducer whose nodes run with overridden values.
  @inlinable
  func overridingDependencies(
    _ override: @escaping (inout DependencyValues) -> Void
  ) -> ErasedReducer<State, Action> {
    ErasedReducer { context in
      let outer = context.dependencies
      defer { context.dependencies = outer }
      context.dependencies.update(override)
      let values = context.dependencies
      let node = DependencyValues.withFrame(values) { _makeNode(in: context) }
      return CompiledReducer(node) { node, state, action in
        let effect = DependencyValues.withFrame(values) {
          node.reduce(into: &state, action: action)
        }
        guard effect.storage != nil else { return .none }
        return effect.inContext { $0.dependencies = values.storage }
      }
    }
  }
}
