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
  /// The state of the base.
  public typealias State = Base.State

  /// The action of the base.
  public typealias Action = Base.Action

  @usableFromInline let base: Base
  @usableFromInline let override: (inout DependencyValues) -> Void

  @inlinable
  init(base: Base, override: @escaping (inout DependencyValues) -> Void) {
    self.base = base
    self.override = override
  }

  /// Makes the nodes of the base, with the values overridden.
  public func _makeNode(in context: _NodeContext) -> _DependencyNode<Base._Node> {
    let outer = context.dependencies
    defer { context.dependencies = outer }
    context.dependencies.update(override)
    let values = context.dependencies
    let node = DependencyValues.withFrame(values) { base._makeNode(in: context) }
    return _DependencyNode(base: node, dependencies: values)
  }
}

/// The node of ``DependencyReducer``.
public final class _DependencyNode<Base: _ReducerNode>: _ReducerNode {
  @usableFromInline let base: Base
  @usableFromInline let dependencies: DependencyValues

  @inlinable
  init(base: Base, dependencies: DependencyValues) {
    self.base = base
    self.dependencies = dependencies
  }

  /// Runs the base with the overridden values.
  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let effect = DependencyValues.withFrame(dependencies) {
      base.reduce(into: &state, action: action)
    }
    guard effect.storage != nil else { return .none }
    return effect.inContext { [dependencies] in $0.dependencies = dependencies.storage }
  }

  /// Passes the call on to the base.
  @inlinable
  public func _findLostScopes(in scope: _EffectScope, state: inout Base.State) {
    base._findLostScopes(in: scope, state: &state)
  }
}
