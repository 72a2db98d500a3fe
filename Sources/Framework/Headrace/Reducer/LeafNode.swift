/// The node of a reducer that implements ``Reducer/reduce(into:action:)``.
public final class _LeafNode<Base: Reducer>: _ReducerNode {
  @usableFromInline let base: Base
  @usableFromInline let handCalls: HandCalls
  /// Finds the lost scopes of the reducer that the leaf hides.
  @usableFromInline let findLostInHidden: ((_EffectScope, inout Base.State) -> Void)?

  @usableFromInline
  init(_ base: Base, in context: _NodeContext) {
    self.base = base
    self.handCalls = context.makeHandCalls(of: Base.self, on: Base.State.self)
    self.findLostInHidden = nil
  }

  /// Makes the node of a reducer that always calls another one.
  init(
    _ base: Base, calling handCalls: HandCalls,
    findingLostInHidden findLostInHidden: @escaping (_EffectScope, inout Base.State) -> Void
  ) {
    self.base = base
    self.handCalls = handCalls
    self.findLostInHidden = findLostInHidden
  }

  /// Calls the reducer.
  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    handCalls.begin(on: &state)
    return base.reduce(into: &state, action: action)
  }

  /// Finds the lost scopes of the reducers that this one calls by hand.
  @inlinable
  public func _findLostScopes(in scope: _EffectScope, state: inout Base.State) {
    findLostInHidden?(scope, &state)
    handCalls.findLostScopes(in: scope, state: &state)
  }
}
