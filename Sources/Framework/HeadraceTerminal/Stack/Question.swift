public import Headrace

/// An alert or a dialog in the middle of the screen, over a dimmed background.
///
/// ```swift
/// Layers {
///   StackView(state.routes) { … }
///   if let alert = state.alert { Question(alert, chosen: state.chosenButton) }
/// }
/// ```
public struct Question: View {
  private let title: String
  private let message: String
  private let buttons: [(label: String, role: ButtonStateRole?)]
  private let chosen: Int

  /// Creates the view of an alert.
  ///
  /// - Parameters:
  ///   - alert: The alert.
  ///   - chosen: The button that Return presses, from 0; see ``QuestionKeys``.
  ///   - localize: Looks up texts as described at `TextState.resolved(by:)`.
  public init<Action>(
    _ alert: AlertState<Action>, chosen: Int? = nil,
    localize: (LocalizedKey) -> String? = { _ in nil }
  ) {
    title = alert.title.resolved(by: localize)
    message = alert.message?.resolved(by: localize) ?? ""
    buttons = QuestionKeys.shown(alert.buttons, localize)
    self.chosen = chosen ?? QuestionKeys.first(of: alert.buttons)
  }

  /// Creates the view of a confirmation dialog.
  ///
  /// - Parameters:
  ///   - dialog: The dialog.
  ///   - chosen: The button that Return presses, from 0; see ``QuestionKeys``.
  ///   - localize: Looks up texts as described at `TextState.resolved(by:)`.
  public init<Action>(
    _ dialog: ConfirmationDialogState<Action>, chosen: Int? = nil,
    localize: (LocalizedKey) -> String? = { _ in nil }
  ) {
    title = dialog.titleVisibility == .hidden ? "" : dialog.title.resolved(by: localize)
    message = dialog.message?.resolved(by: localize) ?? ""
    buttons = QuestionKeys.shown(dialog.buttons, localize)
    self.chosen = chosen ?? QuestionKeys.first(of: dialog.buttons)
  }

  /// Returns all available columns, because the view dims the whole screen.
  public func columns(within limit: Int) -> Int { limit }
  /// Returns the rows of its box.
  public func rows(within columns: Int) -> Int { box.rows(within: min(columns, Self.width)) }
  /// The view takes all remaining space.
  public var flexibility: Flexibility { .both }

  private static let width = 60

  /// Dims the screen and draws the question in the middle.
  public func draw(on canvas: inout Canvas) {
    let dimmed = canvas.theme.dimmed
    canvas.restyle(canvas.bounds) { $0 = dimmed }
    canvas.forgetTargets()
    let place = canvas.size
    let columns = box.columns(within: min(place.columns, Self.width))
    let rows = min(place.rows, box.rows(within: columns))
    canvas.draw(
      box,
      in: Rect(
        origin: Position(column: (place.columns - columns) / 2, row: (place.rows - rows) / 2),
        size: Size(columns: columns, rows: rows)))
  }

  private var box: Box {
    Box(title) {
      if !message.isEmpty {
        Text(message).flexible(columns: 0, rows: 1)
        Gap()
      }
      for (number, button) in buttons.enumerated() {
        Row {
          Text("\(number + 1)", .secondary)
          Button(
            button.label, button.role == .destructive ? .failure : .accent,
            isSelected: number == chosen)
        }.target("question.\(number)")
      }
    }
  }
}

/// The keys that work while a question is shown.
public enum QuestionKeys {
  /// The effect of a key.
  public enum Answer: Hashable, Sendable {
    /// Select another button, by its number from 0.
    case choose(Int)
    /// Press the button with that number.
    case press(Int)
  }

  /// Returns the button to select at first: the one that changes nothing, otherwise the first.
  ///
  /// So a user who presses Return without reading destroys nothing.
  public static func first<Action>(of buttons: [ButtonState<Action>]) -> Int {
    buttons.firstIndex { $0.role == .cancel } ?? buttons.firstIndex { $0.role == nil } ?? 0
  }

  /// Returns the effect of a key.
  ///
  /// Arrows and Tab select, Return presses the selected button, a digit presses the button with
  /// that number, and Escape presses the one that changes nothing.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - buttons: The question's buttons.
  ///   - chosen: The button that is selected now.
  /// - Returns: `nil` for other keys, and if there are no buttons.
  public static func answer<Action>(
    to key: Key, _ buttons: [ButtonState<Action>], chosen: Int
  ) -> Answer? {
    guard !buttons.isEmpty else { return nil }
    let chosen = min(max(0, chosen), buttons.count - 1)
    switch (key.code, key.modifiers) {
    case (.up, []), (.left, []), (.tab, .shift):
      return .choose((chosen + buttons.count - 1) % buttons.count)
    case (.down, []), (.right, []), (.tab, []): return .choose((chosen + 1) % buttons.count)
    case (.enter, []): return .press(chosen)
    case (.escape, []): return buttons.firstIndex { $0.role == .cancel }.map(Answer.press)
    case (.character(let character), []):
      return character.wholeNumberValue.flatMap { number in
        (1...buttons.count).contains(number) ? .press(number - 1) : nil
      }
    default: return nil
    }
  }

  static func shown<Action>(
    _ buttons: [ButtonState<Action>], _ localize: (LocalizedKey) -> String?
  ) -> [(label: String, role: ButtonStateRole?)] {
    buttons.map { ($0.label.resolved(by: localize), $0.role) }
  }
}
