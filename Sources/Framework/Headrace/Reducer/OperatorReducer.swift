/// A reducer that consists only of a node: an operator that composes others.
///
/// The operators of the framework conform to it. For an operator of your own that wraps one reducer
/// see ``WrapperReducer``. There is no such protocol for an operator with a child: compose the
/// child in a `body` with ``Scope``, `ifLet` or `forEach`. Only an operator with several bases
/// needs a node of its own: <doc:WritingOperators> shows one.
public protocol OperatorReducer<State, Action>: Reducer where Body == Never {}

extension OperatorReducer {
  /// Makes a node and runs it, for code that calls this reducer by hand.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reduceByHand(into: &state, action: action)
  }
}
