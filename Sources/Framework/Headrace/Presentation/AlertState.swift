public import CustomDump

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
  public var id: PresentedItemID { identity.id }

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

extension AlertState: CustomDumpReflectable {
  /// Shows what the author wrote.
  public var customDumpMirror: Mirror {
    var children: [(label: String?, value: Any)] = [("title", title)]
    if !buttons.isEmpty { children.append(("actions", buttons)) }
    if let message { children.append(("message", message)) }
    if let mode { children.append(("mode", mode)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
