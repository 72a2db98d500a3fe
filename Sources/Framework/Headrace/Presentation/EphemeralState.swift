/// The state of a presentation that asks one question, such as an alert: the answer ends it.
///
/// Once an action of such a presentation was reduced, by the child if there is one and then by the
/// parent, ``Reducer/ifLet(_:action:destination:fileID:filePath:line:column:)`` takes the state
/// away, so that no host has to, and none can forget. What the parent presents while it reduces the
/// answer stays.
///
/// ``AlertState`` and ``ConfirmationDialogState`` conform. A case of an enum of destinations is
/// ephemeral where ``CaseReducerState/isEnded(by:)`` says so; `@ReducerCaseEphemeral` writes that.
public protocol EphemeralState<Action> {
  /// The answers.
  associatedtype Action
}

/// Tells whether an action ends the presentation that it is for.
///
/// - Returns: `nil` for a state that no action ends, which is most of them.
func ephemerality<State, Action>(
  of state: State.Type, action: Action.Type
) -> ((State, Action) -> Bool)? {
  if state is any EphemeralState.Type { return { _, _ in true } }
  guard let destination = state as? any CaseReducerState.Type else { return nil }
  func open<Destination: CaseReducerState>(
    _ destination: Destination.Type
  ) -> ((State, Action) -> Bool)? {
    guard destination.hasEphemeralCases else { return nil }
    return { state, action in
      guard let state = state as? Destination,
        let action = action as? Destination.StateReducer.Action
      else { return false }
      return state.isEnded(by: action)
    }
  }
  return open(destination)
}
