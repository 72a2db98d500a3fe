/// An alert, as state: the feature creates it, the host shows it, and the button's action is the
/// answer.
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
/// The alert is removed after the answer; see ``EphemeralState``.
public struct AlertState<Action>: Identifiable {
  var identity = UncomparedID()

  /// The subject of the alert.
  public var title: TextState

  /// Further information for the user.
  public var message: TextState?

  /// The buttons for the answers.
  ///
  /// If there are none, a host shows its own.
  public var buttons: [ButtonState<Action>]

  /// The kind of question, for hosts that show them differently; `nil` for any other.
  public var mode: AlertMode?

  /// The id is not encoded: a decoded alert is a new one.
  private enum CodingKeys: String, CodingKey {
    case title, message, buttons, mode
  }
}

extension AlertState {
  /// A number that distinguishes the alert from others; comparison ignores it.
  public var id: UInt64 { identity.number }

  /// Creates an alert.
  ///
  /// - Parameters:
  ///   - title: The subject.
  ///   - actions: The buttons for the answers.
  ///   - message: Further information for the user.
  public init(
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.init(title: title(), message: message?(), buttons: actions())
  }

  /// Returns the same alert with transformed actions.
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

/// The kind of question that an alert asks, with one way to proceed and one to stay.
public enum AlertMode: String, CaseIterable, Hashable, Sendable, Codable {
  /// Asks for confirmation to proceed.
  case confirm
  /// Asks for confirmation of an action that can't be undone.
  case confirmDestruction
  /// Asks the user to log in, which is necessary to proceed.
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
  /// The button to proceed has the role `.destructive` if the action can't be undone. The other has
  /// the role `.cancel` and no action.
  ///
  /// - Parameters:
  ///   - mode: The kind of question.
  ///   - title: The subject.
  ///   - yes: The label of the button to proceed.
  ///   - no: The label of the button to stay.
  ///   - message: Further information for the user.
  ///   - action: The action that the feature receives if the user proceeds.
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
