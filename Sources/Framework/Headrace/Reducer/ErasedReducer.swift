/// A reducer whose type is erased; one dynamic call leads to it.
///
/// It is public only because `@Reducer` generates code with it, for the `body` of an enum of
/// reducers: so the type of the body does not grow with the cases. To erase a type, write
/// ``Reduce``.
public struct ErasedReducer<State, Action>: OperatorReducer {
  @usableFromInline let make: (_NodeContext) -> _ErasedNode<State, Action>

  /// Erases the type of a reducer.
  @inlinable
  public init(_ base: some Reducer<State, Action>) {
    make = { context in _ErasedNode(base._makeNode(in: context)) }
  }

  /// Makes the node of the hidden reducer.
  @inlinable
  public func _makeNode(in context: _NodeContext) -> _ErasedNode<State, Action> { make(context) }
}

/// A node as two functions: one reduces, the other finds lost scopes.
public final class _ErasedNode<State, Action>: _ReducerNode {
  @usableFromInline let run: (inout State, Action) -> Effect<Action>
  @usableFromInline let findLost: (_EffectScope, inout State) -> Void

  @inlinable
  init(
    run: @escaping (inout State, Action) -> Effect<Action>,
    findLost: @escaping (_EffectScope, inout State) -> Void = { _, _ in }
  ) {
    self.run = run
    self.findLost = findLost
  }

  /// Erases the type of a node.
  @inlinable
  convenience init(_ node: some _ReducerNode<State, Action>) {
    self.init(
      run: { state, action in node.reduce(into: &state, action: action) },
      findLost: { scope, state in node._findLostScopes(in: scope, state: &state) })
  }

  /// Calls the first function.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    run(&state, action)
  }

  /// Calls the second function.
  @inlinable
  public func _findLostScopes(in scope: _EffectScope, state: inout State) {
    findLost(scope, &state)
  }
}
