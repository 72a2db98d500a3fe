extension Reducer {
  /// Overrides a dependency for this reducer, all reducers below it, and their effects.
  ///
  /// - Parameters:
  ///   - keyPath: The dependency.
  ///   - value: The value to use instead.
  @inlinable
  public func dependency<Value>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable, _ value: Value
  ) -> DependencyReducer<Self> {
    DependencyReducer(base: self) { $0.set(keyPath, to: value) }
  }

  /// Overrides a dependency that is its own key, such as a client, for this reducer, all reducers
  /// below it, and their effects.
  ///
  /// - Parameter value: The value to use instead.
  public func dependency<Value: TestDependencyKey>(
    _ value: Value
  ) -> DependencyReducer<Self> where Value.Value == Value {
    DependencyReducer(base: self) { $0[Value.self] = value }
  }

  /// Changes a dependency for this reducer, all reducers below it, and their effects.
  ///
  /// - Parameters:
  ///   - keyPath: The dependency.
  ///   - transform: Changes the value; called once, when the store is made.
  @inlinable
  public func transformDependency<Value>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    transform: @escaping (_ dependency: inout Value) -> Void
  ) -> DependencyReducer<Self> {
    DependencyReducer(base: self) { transform(&$0[keyPath: keyPath]) }
  }
}

/// A reducer with other dependency values; made by `dependency` and `transformDependency`.
public struct DependencyReducer<Base: Reducer>: OperatorReducer {
  @usableFromInline let base: Base
  @usableFromInline let override: (inout DependencyValues) -> Void

  @inlinable
  init(base: Base, override: @escaping (inout DependencyValues) -> Void) {
    self.base = base
    self.override = override
  }

  /// Makes the nodes of the base, which run with the overridden values.
  @inlinable
  public func _makeNode(in context: _NodeContext) -> _ErasedNode<Base.State, Base.Action> {
    let outer = context.dependencies
    defer { context.dependencies = outer }
    context.dependencies.update(override)
    let values = context.dependencies
    let node = DependencyValues.withFrame(values) { base._makeNode(in: context) }
    return _ErasedNode(
      run: { state, action in
        let effect = DependencyValues.withFrame(values) {
          node.reduce(into: &state, action: action)
        }
        guard effect.storage != nil else { return .none }
        return effect.inContext { $0.dependencies = values.storage }
      },
      findLost: { scope, state in node._findLostScopes(in: scope, state: &state) })
  }
}
