/// An alert, as state: the feature asks, the host shows it, and the button's action answers.
///
/// ```swift
/// @Presents var alert: AlertState<Action.Alert>?
/// …
/// state.alert = AlertState {
///   TextState("Delete the account?")
/// } actions: {
///   ButtonState(role: .destructive, action: .confirmDeletion) { TextState("Delete") }
///   ButtonState(role: .cancel) { TextState("Keep it") }
/// } message: {
///   TextState("Only the recovery phrase brings it back.")
/// }
/// …
/// .ifLet(\.$alert, action: \.alert)
/// ```
///
/// The alert is gone after the answer; see ``EphemeralState``.
public struct AlertState<Action>: Identifiable {
  var identity = UncomparedID()

  /// What the alert is about.
  public var title: TextState

  /// What else the user should know.
  public var message: TextState?

  /// The answers. If there are none, a host shows its own.
  public var buttons: [ButtonState<Action>]

  /// What kind of question it is, for hosts that show them differently; `nil` for any other.
  public var mode: AlertMode?

  /// The id is not encoded: a decoded alert is a new one.
  private enum CodingKeys: String, CodingKey {
    case title, message, buttons, mode
  }
}

extension AlertState {
  /// Distinguishes the alert from others; comparison ignores it.
  public var id: UInt64 { identity.number }

  /// Creates an alert.
  ///
  /// - Parameters:
  ///   - title: What it is about.
  ///   - actions: The answers.
  ///   - message: What else the user should know.
  public init(
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.init(title: title(), message: message?(), buttons: actions())
  }

  /// The same alert with other actions.
  public func map<Other>(_ transform: (Action?) -> Other?) -> AlertState<Other> {
    AlertState<Other>(
      identity: identity, title: title, message: message,
      buttons: buttons.map { $0.map(transform) },
      mode: mode)
  }
}

extension AlertState: EphemeralState {}
extension AlertState: Sendable where Action: Sendable {}

extension AlertState: Equatable where Action: Equatable {}
extension AlertState: Hashable where Action: Hashable {}
extension AlertState: Encodable where Action: Encodable {}
extension AlertState: Decodable where Action: Decodable {}

// MARK: - Kinds of Questions

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
