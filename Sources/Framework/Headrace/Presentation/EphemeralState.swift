/// The state of a presentation that asks one question, such as an alert: the answer ends it.
///
/// After an action of such a presentation is reduced, by the child if there is one and then by the
/// parent, ``Reducer/ifLet(_:action:destination:fileID:filePath:line:column:)`` removes the state,
/// so no host has to. A state that the parent presents while it reduces the answer stays.
///
/// ``AlertState`` and ``ConfirmationDialogState`` conform. A case of an enum of destinations is
/// ephemeral if it holds such a state, and the enum is written by hand with `@CasePathable`, or if
/// ``CaseReducerState/isEnded(by:)`` says so; `@Reducer` generates that for these two types and for
/// cases marked `@ReducerCaseEphemeral`.
public protocol EphemeralState<Action> {
  /// The answers.
  associatedtype Action
}
