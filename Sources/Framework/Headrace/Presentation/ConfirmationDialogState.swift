/// A dialog that offers a choice, as state.
///
/// It is used like ``AlertState``, and is also removed after the answer.
public struct ConfirmationDialogState<Action>: Identifiable {
  var identity = UncomparedID()

  /// The subject of the dialog.
  public var title: TextState

  /// The visibility of the title.
  public var titleVisibility: ConfirmationDialogStateTitleVisibility

  /// Further information for the user.
  public var message: TextState?

  /// The choices.
  public var buttons: [ButtonState<Action>]
}

extension ConfirmationDialogState {
  /// A number that distinguishes the dialog from others; comparison ignores it.
  public var id: UInt64 { identity.number }

  /// Creates a dialog.
  ///
  /// - Parameters:
  ///   - titleVisibility: The visibility of the title.
  ///   - title: The subject of the dialog.
  ///   - actions: The choices.
  ///   - message: Further information for the user.
  public init(
    titleVisibility: ConfirmationDialogStateTitleVisibility = .automatic,
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.init(
      title: title(), titleVisibility: titleVisibility, message: message?(), buttons: actions())
  }

  /// Returns the same dialog with transformed actions.
  public func map<Other>(_ transform: (Action?) -> Other?) -> ConfirmationDialogState<Other> {
    ConfirmationDialogState<Other>(
      identity: identity, title: title, titleVisibility: titleVisibility, message: message,
      buttons: buttons.map { $0.map(transform) })
  }
}

/// The visibility of a dialog's title.
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
