package import Headrace

/// Makes a function that reduces actions as a replay does: no effect starts, no shared value
/// changes, and no misuse is reported.
func makeFold<R: Reducer>(
  of reducer: () -> R, dependencies: DependencyValues
) -> (inout R.State, R.Action, RunNotes) -> Void {
  let context = _NodeContext(dependencies: dependencies, state: R.State.self)
  let node = DependencyValues.withFrame(dependencies) { reducer()._makeNode(in: context) }
  return makeFold(dependencies: context.dependencies) { state, action in
    // The context retains nodes that others hold unowned.
    withExtendedLifetime(context) { node.reduce(into: &state, action: action) }
  }
}

/// Makes such a function of one that reduces actions.
package func makeFold<State, Action>(
  dependencies: DependencyValues, by reduce: @escaping (inout State, Action) -> Effect<Action>
) -> (inout State, Action, RunNotes) -> Void {
  var shared = SharedValues()
  return { state, action, notes in
    RunNotes.$current.withValue(notes) {
      DependencyValues.withFrame(dependencies) {
        ExpectedSharedValues.giving(from: &shared) { _ = reduce(&state, action) }
      }
    }
  }
}
