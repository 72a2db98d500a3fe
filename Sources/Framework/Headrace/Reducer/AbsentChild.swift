/// Reports an action for an absent child, which is dropped.
@usableFromInline
package func reportActionForAbsentChild<ChildAction, Child: Reducer>(
  _ action: ChildAction, of child: Child.Type, id: AnyHashable? = nil, operator name: String,
  at site: CallSite
) {
  let feature = featureName(of: Child.self) + (id.map { "[\($0.base)]" } ?? "")
  RunNotes.current?.note(.actionForAbsentChild(label: ActionLabel.of(action)))
  reportMisuse(
    """
    An action was sent to a child that is gone: '\(actionName(action))' for '\(feature)'.

    The '\(name)' at \(site) received it while there was no such child, so it was dropped: it \
    could change nothing. A child's effects end with its state, so other code sent the action. \
    Send child actions only while the child exists, and remove the child's state after its last \
    action, not before.
    """, at: TestSend.site ?? site)
}
