public import CustomDump

/// A dialog that offers a choice, as state.
///
/// It is used like ``AlertState``, and is also gone after the answer.
public struct ConfirmationDialogState<Action>: Identifiable {
  /// Distinguishes the dialog from others; comparison ignores it.
  public let id: PresentedItemID

  /// What the dialog is about.
  public var title: TextState

  /// Whether a host shows the title.
  public var titleVisibility: ConfirmationDialogStateTitleVisibility

  /// What else the user should know.
  public var message: TextState?

  /// The choices.
  public var buttons: [ButtonState<Action>]

  private init(
    id: PresentedItemID, title: TextState,
    titleVisibility: ConfirmationDialogStateTitleVisibility, message: TextState?,
    buttons: [ButtonState<Action>]
  ) {
    self.id = id
    self.title = title
    self.titleVisibility = titleVisibility
    self.message = message
    self.buttons = buttons
  }

  /// Creates a dialog.
  ///
  /// - Parameters:
  ///   - titleVisibility: Whether a host shows the title.
  ///   - title: What the dialog is about.
  ///   - actions: The choices.
  ///   - message: What else the user should know.
  public init(
    titleVisibility: ConfirmationDialogStateTitleVisibility = .automatic,
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.init(
      id: PresentedItemID(), title: title(), titleVisibility: titleVisibility,
      message: message?(), buttons: actions())
  }

  /// The same dialog with other actions.
  public func map<Other>(_ transform: (Action?) -> Other?) -> ConfirmationDialogState<Other> {
    ConfirmationDialogState<Other>(
      id: id, title: title, titleVisibility: titleVisibility, message: message,
      buttons: buttons.map { $0.map(transform) })
  }
}

/// Whether a host shows the title of a dialog.
public enum ConfirmationDialogStateTitleVisibility: Hashable, Sendable {
  /// The host decides.
  case automatic
  /// The title is hidden.
  case hidden
  /// The title is shown.
  case visible
}

extension ConfirmationDialogState: EphemeralState {}
extension ConfirmationDialogState: Sendable where Action: Sendable {}

extension ConfirmationDialogState: Equatable where Action: Equatable {
  /// Compares what the dialogs say and offer; the ids don't matter.
  public static func == (first: Self, second: Self) -> Bool {
    first.title == second.title && first.titleVisibility == second.titleVisibility
      && first.message == second.message && first.buttons == second.buttons
  }
}

extension ConfirmationDialogState: Hashable where Action: Hashable {
  /// Hashes what the dialog says and offers.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(titleVisibility)
    hasher.combine(message)
    hasher.combine(buttons)
  }
}

extension ConfirmationDialogState: CustomDumpReflectable {
  /// Shows what the author wrote.
  public var customDumpMirror: Mirror {
    var children: [(label: String?, value: Any)] = []
    if titleVisibility != .automatic { children.append(("titleVisibility", titleVisibility)) }
    children.append(("title", title))
    if !buttons.isEmpty { children.append(("actions", buttons)) }
    if let message { children.append(("message", message)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
