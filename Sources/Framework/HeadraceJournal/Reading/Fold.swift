import Headrace

/// Makes a function that reduces actions as a replay does: no effect starts, no shared value
/// changes, and no misuse is reported.
func makeFold<R: Reducer>(
  of reducer: () -> R, dependencies: DependencyValues
) -> (inout R.State, R.Action, RunNotes) -> Void {
  let context = _NodeContext(dependencies: dependencies, state: R.State.self)
  let node = DependencyValues.withFrame(dependencies) { reducer()._makeNode(in: context) }
  var shared = SharedValues()
  return { state, action, notes in
    RunNotes.$current.withValue(notes) {
      DependencyValues.withFrame(context.dependencies) {
        ExpectedSharedValues.giving(from: &shared) {
          _ = node.reduce(into: &state, action: action)
        }
      }
    }
  }
}
