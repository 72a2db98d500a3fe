/// The state of a presentation that asks one question, such as an alert, and ends with the answer.
///
/// After an action of such a presentation is reduced, by the child if there is one and then by the
/// parent, ``Reducer/ifLet(_:action:destination:fileID:filePath:line:column:)`` removes the state,
/// so hosts don't have to. A state that the parent presents while it reduces the answer is kept.
///
/// ``AlertState`` and ``ConfirmationDialogState`` conform. A case of an enum of destinations is
/// ephemeral if it contains such a state and the enum is written by hand with `@CasePathable`, or
/// if ``CaseReducerState/isEnded(by:)`` returns true for it; `@Reducer` generates that method for
/// these two types and for cases marked `@ReducerCaseEphemeral`.
public protocol EphemeralState<Action> {
  /// The possible answers.
  associatedtype Action
}
