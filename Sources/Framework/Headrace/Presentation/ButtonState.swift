/// A button of an alert or a dialog, as state.
public struct ButtonState<Action>: Identifiable {
  var identity = UncomparedID()

  /// The purpose of the button; `nil` for no particular one.
  public let role: ButtonStateRole?

  let sentAction: Action?

  /// The text on the button.
  public let label: TextState

  /// The id is not encoded: a decoded button is a new one.
  private enum CodingKeys: String, CodingKey {
    case label, role
    case sentAction = "action"
  }
}

extension ButtonState {
  /// A number that distinguishes the button from others; comparison ignores it.
  public var id: UInt64 { identity.number }

  /// The effect of tapping the button.
  public var action: ButtonStateAction<Action> { .send(sentAction) }

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - role: Its purpose.
  ///   - action: The effect of tapping it; by default, it only closes the question.
  ///   - label: Its text.
  public init(
    role: ButtonStateRole? = nil, action: ButtonStateAction<Action> = .send(nil),
    label: () -> TextState
  ) {
    self.init(role: role, sentAction: action.action, label: label())
  }

  /// Creates a button that sends an action.
  ///
  /// - Parameters:
  ///   - role: Its purpose.
  ///   - action: The action to send.
  ///   - label: Its text.
  public init(role: ButtonStateRole? = nil, action: Action, label: () -> TextState) {
    self.init(role: role, action: .send(action), label: label)
  }

  /// Returns the same button with a transformed action.
  public func map<Other>(_ transform: (Action?) -> Other?) -> ButtonState<Other> {
    ButtonState<Other>(
      identity: identity, role: role, sentAction: transform(sentAction), label: label)
  }
}

/// The effect of tapping a button.
public struct ButtonStateAction<Action> {
  /// The action to send; `nil` if the button only closes the question.
  public let action: Action?

  /// Sends an action, or for `nil` only closes the question.
  public static func send(_ action: Action?) -> Self { Self(action: action) }
}

/// The purpose of a button, which determines how a host shows it.
public enum ButtonStateRole: String, Hashable, Sendable, Codable {
  /// The button changes nothing.
  case cancel
  /// The button removes something permanently.
  case destructive
}

/// The id of a button, an alert or a dialog; comparisons ignore it.
struct UncomparedID: Hashable, Sendable {
  let number = StateStamp.next()

  static func == (first: Self, second: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

/// Collects the buttons of an alert or a dialog.
@resultBuilder
public enum ButtonStateBuilder<Action> {
  /// Accepts one button.
  public static func buildExpression(_ expression: ButtonState<Action>) -> [ButtonState<Action>] {
    [expression]
  }

  /// Accepts several buttons.
  public static func buildExpression(_ expression: [ButtonState<Action>]) -> [ButtonState<Action>] {
    expression
  }

  /// Concatenates the buttons of a block.
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
