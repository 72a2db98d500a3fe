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
  ///   - localize: Looks texts up, as `TextState.resolved(by:)` says.
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
  ///   - localize: Looks texts up, as `TextState.resolved(by:)` says.
  public init<Action>(
    _ dialog: ConfirmationDialogState<Action>, chosen: Int? = nil,
    localize: (LocalizedKey) -> String? = { _ in nil }
  ) {
    title = dialog.titleVisibility == .hidden ? "" : dialog.title.resolved(by: localize)
    message = dialog.message?.resolved(by: localize) ?? ""
    buttons = QuestionKeys.shown(dialog.buttons, localize)
    self.chosen = chosen ?? QuestionKeys.first(of: dialog.buttons)
  }

  /// All columns: it dims the screen.
  public func columns(within limit: Int) -> Int { limit }
  /// What its box needs.
  public func rows(within columns: Int) -> Int { box.rows(within: min(columns, Self.width)) }
  /// It takes the remaining space.
  public var flexibility: Flexibility { .both }

  private static let width = 60

  /// Dims the screen, and draws the question in the middle.
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

/// What keys do while a question is shown.
public enum QuestionKeys {
  /// What a key does.
  public enum Answer: Hashable, Sendable {
    /// Another button is chosen, by its number from 0.
    case choose(Int)
    /// The button of that number is pressed.
    case press(Int)
  }

  /// Which button is chosen at first: the one that leaves everything as it is, otherwise the first.
  ///
  /// A user who presses Return without reading destroys nothing.
  public static func first<Action>(of buttons: [ButtonState<Action>]) -> Int {
    buttons.firstIndex { $0.role == .cancel } ?? buttons.firstIndex { $0.role == nil } ?? 0
  }

  /// What a key does.
  ///
  /// Arrows and Tab choose, Return presses what is chosen, a digit presses the button of that
  /// number, Escape presses the one that leaves everything as it is.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - buttons: The question's buttons.
  ///   - chosen: The button that is chosen now.
  /// - Returns: `nil` for other keys, and if there is no button.
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
