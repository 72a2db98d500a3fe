/// A reducer whose type is erased; one dynamic call leads to it.
///
/// It is public only because `@Reducer` generates code with it, for the `body` of an enum of
/// reducers: so the type of the body does not grow with the cases. To erase a type, write
/// ``Reduce``.
@frozen
public struct ErasedReducer<State, Action>: OperatorReducer {
  @usableFromInline let make: (NodeContext) -> ErasedNode<State, Action>

  /// Erases the type of a reducer.
  @inlinable
  public init(_ base: some Reducer<State, Action>) {
    make = { context in ErasedNode(base.makeNode(in: context)) }
  }

  /// Makes the node of the hidden reducer.
  @inlinable
  public func makeNode(in context: NodeContext) -> ErasedNode<State, Action> { make(context) }
}

/// The node of ``ErasedReducer``.
public final class ErasedNode<State, Action>: ReducerNode {
  /// Safe: it passes the pointer on, and so keeps to what `ReducerNode` says.
  @usableFromInline let run: (inout State, UnsafePointer<Action>) -> Effect<Action>
  @usableFromInline let findLost: (EffectScope, inout State) -> Void

  @inlinable
  init(_ node: some ReducerNode<State, Action>) {
    run = { state, action in node.reduce(into: &state, action: action) }
    findLost = { scope, state in node.findLostScopes(in: scope, state: &state) }
  }

  /// Runs the hidden node.
  @inlinable
  public func reduce(
    into state: inout State, action: UnsafePointer<Action>
  ) -> Effect<Action> {
    run(&state, action)
  }

  /// Passes the call on to the hidden node.
  @inlinable
  public func findLostScopes(in scope: EffectScope, state: inout State) {
    findLost(scope, &state)
  }
}
