/// The node of a reducer that implements ``Reducer/reduce(into:action:)``.
public final class LeafNode<Base: Reducer>: ReducerNode {
  @usableFromInline let base: Base
  @usableFromInline let handCalls: HandCalls

  @usableFromInline
  init(_ base: Base, in context: NodeContext) {
    self.base = base
    self.handCalls = context.makeHandCalls(of: Base.self, on: Base.State.self)
  }

  init(_ base: Base, calling handCalls: HandCalls) {
    self.base = base
    self.handCalls = handCalls
  }

  /// Calls the reducer.
  @inlinable
  public func reduce(
    into state: inout Base.State, action: UnsafePointer<Base.Action>
  ) -> Effect<Base.Action> {
    handCalls.begin(on: &state)
    return base.reduce(into: &state, action: action.pointee)
  }

  /// Ends lost scopes of the reducers that this one calls by hand.
  @inlinable
  public func endLostScopes(in scope: EffectScope, state: inout Base.State) {
    handCalls.endLostScopes(in: scope, state: &state)
  }
}
