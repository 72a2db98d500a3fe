/// What kind of question an alert asks; it has one way to go on, and one to stay.
public enum AlertMode: String, CaseIterable, Hashable, Sendable, Codable {
  /// Whether to go on.
  case confirm
  /// Whether to do what can't be undone.
  case confirmDestruction
  /// Whether to log in, which is needed to go on.
  case requireLogin
}

extension AlertState {
  /// Creates a question with one way to go on, and one to stay.
  ///
  /// ```swift
  /// state.alert = AlertState(
  ///   .confirmDestruction, TextState("Delete the account?"), yes: TextState("Delete"),
  ///   no: TextState("Keep it"), action: .deletionConfirmed)
  /// ```
  ///
  /// The way to go on has the role `.destructive` where it can't be undone; the other has the role
  /// `.cancel`, and no action.
  ///
  /// - Parameters:
  ///   - mode: What kind of question it is.
  ///   - title: What it is about.
  ///   - yes: The label of the button to go on.
  ///   - no: The label of the button to stay.
  ///   - message: What else the user should know.
  ///   - action: What the feature receives when the user goes on.
  public init(
    _ mode: AlertMode, _ title: TextState, yes: TextState, no: TextState,
    message: TextState? = nil, action: Action
  ) {
    self.init(
      title: title, message: message,
      buttons: [
        ButtonState(
          role: mode == .confirmDestruction ? .destructive : nil, action: action, label: { yes }),
        ButtonState(role: .cancel, label: { no }),
      ], mode: mode)
  }
}
