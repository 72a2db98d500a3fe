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
