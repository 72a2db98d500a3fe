public import CustomDump

// Dumps and differences show what an author wrote, without ids and what was left out.

extension TextState: CustomDumpRepresentable {
  /// The text as it reads before it is localised.
  public var customDumpValue: Any { String(state: self) }
}

extension ButtonState: CustomDumpReflectable {
  /// Shows what the author wrote.
  public var customDumpMirror: Mirror {
    mirror(of: self, ["role": role, "action": sentAction, "label": label])
  }
}

extension AlertState: CustomDumpReflectable {
  /// Shows what the author wrote.
  public var customDumpMirror: Mirror {
    let actions = buttons.isEmpty ? nil : buttons
    return mirror(
      of: self, ["title": title, "actions": actions, "message": message, "mode": mode])
  }
}

extension ConfirmationDialogState: CustomDumpReflectable {
  /// Shows what the author wrote.
  public var customDumpMirror: Mirror {
    let visibility = titleVisibility == .automatic ? nil : titleVisibility
    let actions = buttons.isEmpty ? nil : buttons
    return mirror(
      of: self,
      ["titleVisibility": visibility, "title": title, "actions": actions, "message": message])
  }
}

/// A mirror without the parts that are `nil`.
private func mirror<Subject>(
  of subject: Subject, _ parts: KeyValuePairs<String, Any?>
) -> Mirror {
  let children: [Mirror.Child] = parts.compactMap { label, part in part.map { (label, $0) } }
  return Mirror(subject, children: children, displayStyle: .struct)
}

extension StackElementID: CustomDumpStringConvertible {
  /// The id as a test failure shows it, such as `#3`.
  public var customDumpDescription: String { description }
}

extension StackState: CustomDumpReflectable {
  /// Shows the elements by their ids.
  public var customDumpMirror: Mirror {
    Mirror(
      self, unlabeledChildren: zip(ids, self).map { (key: $0, value: $1) },
      displayStyle: .dictionary)
  }
}
