/// The node of a reducer that implements ``Reducer/reduce(into:action:)``.
public final class LeafNode<Base: Reducer>: ReducerNode {
  @usableFromInline let base: Base
  @usableFromInline let wrapped: WrappedReducers

  @usableFromInline
  init(_ base: Base, in context: NodeContext) {
    self.base = base
    self.wrapped = WrappedReducers(in: context)
  }

  /// Calls the reducer.
  @inlinable
  public func reduce(
    into state: inout Base.State, action: UnsafePointer<Base.Action>
  ) -> Effect<Base.Action> {
    let effect = base.reduce(into: &state, action: action.pointee)
    wrapped.keepCalled()
    return effect
  }

  /// Ends lost scopes of the reducers that this one wraps.
  @inlinable
  public func endLostScopes(in scope: EffectScope, state: inout Base.State) {
    wrapped.endLostScopes(in: scope, state: &state)
  }
}
