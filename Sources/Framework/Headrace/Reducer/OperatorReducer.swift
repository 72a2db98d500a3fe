/// A reducer that is nothing but a node: an operator that composes others.
///
/// The operators of the framework conform to it. An operator of your own that only changes state or
/// effects is simpler as a ``Reducer`` that implements `reduce(into:action:)` and calls the reducer
/// that it wraps.
public protocol OperatorReducer<State, Action>: Reducer where Body == Never {}

extension OperatorReducer {
  /// Runs the node, for reducers that wrap this one.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    WrappedReducers.reduce(self, into: &state, action: action)
  }
}
