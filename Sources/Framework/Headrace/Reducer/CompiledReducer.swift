/// A reducer that a store has compiled; a ``WrapperReducer`` gets its base as one.
public struct CompiledReducer<State, Action> {
  @usableFromInline let run: (inout State, Action) -> Effect<Action>

  @inlinable
  init(_ node: some _ReducerNode<State, Action>, in wrapper: HandCalls) {
    run = { state, action in
      let caller = wrapper.willRunBase(on: &state)
      let effect = node.reduce(into: &state, action: action)
      wrapper.didRunBase(caller)
      return effect
    }
  }

  /// Runs the reducer.
  ///
  /// - Parameters:
  ///   - state: The state of the wrapper, which is also the reducer's.
  ///   - action: The action to reduce; it may differ from the wrapper's.
  /// - Returns: The effects of the reducer.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    run(&state, action)
  }
}
