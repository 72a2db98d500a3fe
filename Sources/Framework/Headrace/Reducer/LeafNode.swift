/// The node of a reducer that implements ``Reducer/reduce(into:action:)``.
public final class _LeafNode<Base: Reducer>: _ReducerNode {
  @usableFromInline let base: Base

  @inlinable
  init(_ base: Base) {
    self.base = base
  }

  /// Calls the reducer.
  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    base.reduce(into: &state, action: action)
  }

  /// Does nothing: a leaf has no children.
  @inlinable
  public func _findLostScopes(in scope: _EffectScope, state: inout Base.State) {}
}
