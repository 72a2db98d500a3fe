/// A dialog that offers a choice, as state.
///
/// It is used like ``AlertState``, and is also gone after the answer.
public struct ConfirmationDialogState<Action>: Identifiable {
  var identity = UncomparedID()

  /// What the dialog is about.
  public var title: TextState

  /// Whether a host shows the title.
  public var titleVisibility: ConfirmationDialogStateTitleVisibility

  /// What else the user should know.
  public var message: TextState?

  /// The choices.
  public var buttons: [ButtonState<Action>]
}

extension ConfirmationDialogState {
  /// Distinguishes the dialog from others; comparison ignores it.
  public var id: UInt64 { identity.number }

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
      title: title(), titleVisibility: titleVisibility, message: message?(), buttons: actions())
  }

  /// The same dialog with other actions.
  public func map<Other>(_ transform: (Action?) -> Other?) -> ConfirmationDialogState<Other> {
    ConfirmationDialogState<Other>(
      identity: identity, title: title, titleVisibility: titleVisibility, message: message,
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

extension ConfirmationDialogState: Equatable where Action: Equatable {}
extension ConfirmationDialogState: Hashable where Action: Hashable {}
