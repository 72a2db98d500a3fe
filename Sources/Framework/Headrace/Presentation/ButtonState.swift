/// A button of an alert or a dialog, as state.
public struct ButtonState<Action>: Identifiable {
  var identity = UncomparedID()

  /// What the button is for; `nil` for nothing in particular.
  public let role: ButtonStateRole?

  let sentAction: Action?

  /// What the button says.
  public let label: TextState

  /// The id is not encoded: a decoded button is a new one.
  private enum CodingKeys: String, CodingKey {
    case label, role
    case sentAction = "action"
  }
}

extension ButtonState {
  /// Distinguishes the button from others; comparison ignores it.
  public var id: UInt64 { identity.number }

  /// What happens when the button is tapped.
  public var action: ButtonStateAction<Action> { .send(sentAction) }

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - role: What it is for.
  ///   - action: What happens when it is tapped; if none is given, the question only goes away.
  ///   - label: What it says.
  public init(
    role: ButtonStateRole? = nil, action: ButtonStateAction<Action> = .send(nil),
    label: () -> TextState
  ) {
    self.init(role: role, sentAction: action.action, label: label())
  }

  /// Creates a button that sends an action.
  ///
  /// - Parameters:
  ///   - role: What it is for.
  ///   - action: The action to send.
  ///   - label: What it says.
  public init(role: ButtonStateRole? = nil, action: Action, label: () -> TextState) {
    self.init(role: role, action: .send(action), label: label)
  }

  /// The same button with other actions.
  public func map<Other>(_ transform: (Action?) -> Other?) -> ButtonState<Other> {
    ButtonState<Other>(
      identity: identity, role: role, sentAction: transform(sentAction), label: label)
  }
}

/// What happens when a button is tapped.
public struct ButtonStateAction<Action> {
  /// The action to send; `nil` if the question only goes away.
  public let action: Action?

  /// Sends an action, or for `nil` none: then the question only goes away.
  public static func send(_ action: Action?) -> Self { Self(action: action) }
}

/// What a button is for, which decides how a host shows it.
public enum ButtonStateRole: String, Hashable, Sendable, Codable {
  /// It leaves everything as it is.
  case cancel
  /// It removes something for good.
  case destructive
}

/// The id of a button, an alert or a dialog; it plays no part in comparisons.
struct UncomparedID: Hashable, Sendable {
  let number = StateStamp.next()

  static func == (first: Self, second: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

/// Collects the buttons of an alert or a dialog.
@resultBuilder
public enum ButtonStateBuilder<Action> {
  /// Takes one button.
  public static func buildExpression(_ expression: ButtonState<Action>) -> [ButtonState<Action>] {
    [expression]
  }

  /// Takes several buttons.
  public static func buildExpression(_ expression: [ButtonState<Action>]) -> [ButtonState<Action>] {
    expression
  }

  /// Puts the buttons of a block one after another.
  public static func buildBlock(_ components: [ButtonState<Action>]...) -> [ButtonState<Action>] {
    components.flatMap { $0 }
  }

  /// Builds `for … in`.
  public static func buildArray(_ components: [[ButtonState<Action>]]) -> [ButtonState<Action>] {
    components.flatMap { $0 }
  }

  /// Builds `if` without `else`.
  public static func buildOptional(_ component: [ButtonState<Action>]?) -> [ButtonState<Action>] {
    component ?? []
  }

  /// Builds the first branch of a choice.
  public static func buildEither(first component: [ButtonState<Action>]) -> [ButtonState<Action>] {
    component
  }

  /// Builds the second branch of a choice.
  public static func buildEither(second component: [ButtonState<Action>]) -> [ButtonState<Action>] {
    component
  }
}

extension ButtonStateAction: Equatable where Action: Equatable {}
extension ButtonStateAction: Hashable where Action: Hashable {}
extension ButtonStateAction: Sendable where Action: Sendable {}
extension ButtonState: Sendable where Action: Sendable {}

extension ButtonState: Equatable where Action: Equatable {}
extension ButtonState: Hashable where Action: Hashable {}
extension ButtonState: Encodable where Action: Encodable {}
extension ButtonState: Decodable where Action: Decodable {}
