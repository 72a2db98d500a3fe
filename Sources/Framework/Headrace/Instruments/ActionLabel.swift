/// The names of an action's cases, without their payloads: `Action.rows.element.tick`.
///
/// Used in logs, where a payload could be a secret.
package enum ActionLabel {
  /// Returns the type's name and the names of the cases.
  ///
  /// The names follow each case into its payload, as long as the payload is another enum. If a
  /// payload has several parts, they follow the part labelled `action`.
  ///
  /// - Complexity: O(*d*) reflections in the depth of the action.
  package static func of<Action>(_ action: Action) -> String {
    "\(Action.self)" + cases(of: action)
  }

  /// Returns only the names of the cases: `.rows.element.tick`.
  package static func cases(of value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    // An action of one of several children comes with the child's id.
    if mirror.displayStyle == .tuple {
      return mirror.children.first { $0.label == "action" }.map { cases(of: $0.value) } ?? ""
    }
    guard mirror.displayStyle == .enum else { return "" }
    // Without a payload, an enum's description is its case, but a custom description could say
    // anything.
    guard let payload = mirror.children.first, let label = payload.label else {
      return value is any CustomStringConvertible ? "" : ".\(value)"
    }
    return ".\(label)" + cases(of: payload.value)
  }
}

/// Returns the names of an action's cases, without their payloads, which may be large or private:
/// `.element.tick`.
@usableFromInline
func actionName<Action>(_ action: Action) -> String {
  let cases = ActionLabel.cases(of: action)
  return cases.isEmpty ? "\(Action.self)" : cases
}

/// Returns the name of the feature that declares a state or an action: `TaskRow` for
/// `TaskRow.State`.
func featureName(declaring type: Any.Type) -> String {
  var parts = String(reflecting: type).split(separator: ".")
  if parts.count > 2, ["State", "Action"].contains(parts.last) { parts.removeLast() }
  return parts.last.map { String($0) } ?? "\(type)"
}
