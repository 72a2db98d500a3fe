package import Headrace

/// Returns a function that reduces actions as a replay does.
///
/// No effect starts, no shared value changes, and no misuse is reported.
func makeFold<R: Reducer>(
  of reducer: () -> R, dependencies: DependencyValues
) -> (inout R.State, R.Action, RunNotes) -> Void {
  let context = _NodeContext(dependencies: dependencies, state: R.State.self)
  let node = DependencyValues.withFrame(dependencies) { reducer()._makeNode(in: context) }
  return makeFold(dependencies: context.dependencies) { state, action in
    // The context retains nodes to which others have unowned references.
    withExtendedLifetime(context) { node.reduce(into: &state, action: action) }
  }
}

/// Wraps a function that reduces actions so that it works as a replay does.
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
