public import CustomDump

// Dumps and differences show what an author wrote, without ids and omitted parts.

extension TextState: CustomDumpRepresentable {
  /// The text before localisation.
  public var customDumpValue: Any { String(state: self) }
}

extension ButtonState: CustomDumpReflectable {
  /// A mirror of the parts that the author wrote.
  public var customDumpMirror: Mirror {
    mirror(of: self, ["role": role, "action": sentAction, "label": label])
  }
}

extension AlertState: CustomDumpReflectable {
  /// A mirror of the parts that the author wrote.
  public var customDumpMirror: Mirror {
    let actions = buttons.isEmpty ? nil : buttons
    return mirror(
      of: self, ["title": title, "actions": actions, "message": message, "mode": mode])
  }
}

extension ConfirmationDialogState: CustomDumpReflectable {
  /// A mirror of the parts that the author wrote.
  public var customDumpMirror: Mirror {
    let visibility = titleVisibility == .automatic ? nil : titleVisibility
    let actions = buttons.isEmpty ? nil : buttons
    return mirror(
      of: self,
      ["titleVisibility": visibility, "title": title, "actions": actions, "message": message])
  }
}

/// Returns a mirror without the parts that are `nil`.
private func mirror<Subject>(
  of subject: Subject, _ parts: KeyValuePairs<String, Any?>
) -> Mirror {
  let children: [Mirror.Child] = parts.compactMap { label, part in part.map { (label, $0) } }
  return Mirror(subject, children: children, displayStyle: .struct)
}

extension StackElementID: CustomDumpStringConvertible {
  /// The id as shown in test failures, such as `#3`.
  public var customDumpDescription: String { description }
}

extension StackState: CustomDumpReflectable {
  /// A mirror of the elements by their ids.
  public var customDumpMirror: Mirror {
    Mirror(
      self, unlabeledChildren: zip(ids, self).map { (key: $0, value: $1) },
      displayStyle: .dictionary)
  }
}
