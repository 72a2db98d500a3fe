/// The node of a reducer that implements ``Reducer/reduce(into:action:)``.
public final class _LeafNode<Base: Reducer>: _ReducerNode {
  @usableFromInline let base: Base
  /// Finds the lost scopes of the reducer that the leaf hides; `nil` if it hides none.
  @usableFromInline let findLostInHidden: ((_EffectScope, inout Base.State) -> Void)?

  @usableFromInline
  init(
    _ base: Base, findLostInHidden: ((_EffectScope, inout Base.State) -> Void)? = nil
  ) {
    self.base = base
    self.findLostInHidden = findLostInHidden
  }

  /// Calls the reducer.
  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    base.reduce(into: &state, action: action)
  }

  /// Finds the lost scopes of the reducer that this one hides.
  @inlinable
  public func _findLostScopes(in scope: _EffectScope, state: inout Base.State) {
    findLostInHidden?(scope, &state)
  }
}
