/// The node of a reducer that implements ``Reducer/reduce(into:action:)``.
public final class LeafNode<Base: Reducer>: ReducerNode {
  @usableFromInline let base: Base
  @usableFromInline let handCalls: HandCalls
  /// Ends the lost scopes of the reducer that the leaf hides.
  @usableFromInline let endHidden: ((EffectScope, inout Base.State) -> Void)?

  @usableFromInline
  init(_ base: Base, in context: NodeContext) {
    self.base = base
    self.handCalls = context.makeHandCalls(of: Base.self, on: Base.State.self)
    self.endHidden = nil
  }

  /// Makes the node of a reducer that always calls another one.
  init(
    _ base: Base, calling handCalls: HandCalls,
    endingHidden endHidden: @escaping (EffectScope, inout Base.State) -> Void
  ) {
    self.base = base
    self.handCalls = handCalls
    self.endHidden = endHidden
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
    endHidden?(scope, &state)
    handCalls.endLostScopes(in: scope, state: &state)
  }
}
