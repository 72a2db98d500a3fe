/// Two reducers that run one after another; created by ``ReducerBuilder``.
public struct ReducerPair<First: Reducer, Second: Reducer>: OperatorReducer
where First.State == Second.State, First.Action == Second.Action {
  @usableFromInline let first: First
  @usableFromInline let second: Second

  @inlinable
  init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  /// Creates the nodes of both reducers.
  @inlinable
  public func _makeNode(in context: _NodeContext) -> _PairNode<First._Node, Second._Node> {
    _PairNode(first._makeNode(in: context), second._makeNode(in: context))
  }
}

/// The node of ``ReducerPair``.
public final class _PairNode<First: _ReducerNode, Second: _ReducerNode>: _ReducerNode
where First.State == Second.State, First.Action == Second.Action {
  @usableFromInline let first: First
  @usableFromInline let second: Second

  @inlinable
  init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  /// Runs both nodes and merges their effects.
  @inlinable
  @inline(__always)
  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    let firstEffect = first.reduce(into: &state, action: action)
    return firstEffect.merge(with: second.reduce(into: &state, action: action))
  }

  /// Forwards the call to both nodes.
  @inlinable
  public func _findLostScopes(in scope: _EffectScope, state: inout First.State) {
    first._findLostScopes(in: scope, state: &state)
    second._findLostScopes(in: scope, state: &state)
  }
}
