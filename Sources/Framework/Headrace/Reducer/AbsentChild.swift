/// Reports an action for a child that is gone; it is dropped.
@usableFromInline
package func reportActionForAbsentChild<ChildAction, Child: Reducer>(
  _ action: ChildAction, of child: Child.Type, operator name: String, at site: CallSite
) {
  let feature = featureName(of: Child.self)
  MisuseWitness.current?.note(.actionForAbsentChild(label: ActionLabel.of(action)))
  reportMisuse(
    """
    An action was sent to a child that is gone: '\(actionName(action))' for '\(feature)'.

    The '\(name)' at \(site) received it while there was no such child, so it was dropped: it \
    could change nothing. The framework ends a child's effects with its state, so it was sent by \
    hand. Send child actions only while the child is there, and take the child's state away after \
    its last action, not before.
    """, at: site)
}

/// The name of an action's case, without its payload: payloads may be large, or private.
@usableFromInline
func actionName<Action>(_ action: Action) -> String {
  let mirror = Mirror(reflecting: action)
  if mirror.displayStyle == .enum, let label = mirror.children.first?.label { return ".\(label)" }
  // An enum that describes itself could say anything.
  if mirror.displayStyle == .enum, !(action is any CustomStringConvertible) { return ".\(action)" }
  return "\(Action.self)"
}
