/// What kind of question an alert asks; it offers one way to proceed and one to stay.
public enum AlertMode: String, CaseIterable, Hashable, Sendable, Codable {
  /// Whether to proceed.
  case confirm
  /// Whether to do what can't be undone.
  case confirmDestruction
  /// Whether to log in, which is needed to proceed.
  case requireLogin
}

extension AlertState {
  /// Creates a question with one way to proceed and one to stay.
  ///
  /// ```swift
  /// state.alert = AlertState(
  ///   .confirmDestruction, TextState("Delete the account?"), yes: TextState("Delete"),
  ///   no: TextState("Keep it"), action: .deletionConfirmed)
  /// ```
  ///
  /// The button to proceed has the role `.destructive` if it can't be undone. The other has the
  /// role `.cancel` and no action.
  ///
  /// - Parameters:
  ///   - mode: What kind of question it is.
  ///   - title: What it is about.
  ///   - yes: The label of the button to proceed.
  ///   - no: The label of the button to stay.
  ///   - message: What else the user should know.
  ///   - action: What the feature receives when the user proceeds.
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
