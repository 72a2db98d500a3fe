/// An operation, shown as a button.
public struct Button: View {
  private let label: String
  private let role: StyleRole
  private let isSelected: Bool

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - label: What it does.
  ///   - role: How it looks; `.failure` for an operation that can't be undone.
  ///   - isSelected: Whether Return presses it.
  public init(_ label: String, _ role: StyleRole = .accent, isSelected: Bool = false) {
    self.label = label
    self.role = role
    self.isSelected = isSelected
  }

  /// The label, and a bracket at each side.
  public func columns(within limit: Int) -> Int { min(limit, CellText.columns(of: label) + 4) }
  /// One.
  public func rows(within columns: Int) -> Int { 1 }

  /// Draws the label in brackets.
  public func draw(on canvas: inout Canvas) {
    let label = CellText.truncated(label, to: canvas.size.columns - 4)
    canvas.write("[ \(label) ]", isSelected ? .selection : role)
  }
}

/// Keys and what they do, on one line: `⏎ Send   esc Back`.
///
/// Hints that don't fit are omitted, from the end.
public struct KeyHints: View {
  private let hints: [(key: String, meaning: String)]

  /// Creates a line of hints, the most important first.
  public init(_ hints: [(key: String, meaning: String)]) {
    self.hints = hints
  }

  /// What all hints take.
  public func columns(within limit: Int) -> Int {
    min(limit, hints.reduce(0) { $0 + Self.columns(of: $1) + 3 } - (hints.isEmpty ? 0 : 3))
  }

  /// One.
  public func rows(within columns: Int) -> Int { 1 }

  /// Draws the hints that fit.
  public func draw(on canvas: inout Canvas) {
    var column = 0
    for hint in hints {
      guard column + Self.columns(of: hint) <= canvas.size.columns else { return }
      let start = column
      column += canvas.write(hint.key, .accent, column: column) + 1
      column += canvas.write(hint.meaning, .secondary, column: column)
      canvas.mark(
        Rect(
          origin: Position(column: start, row: 0), size: Size(columns: column - start, rows: 1)),
        as: "key.\(hint.key)")
      column += 3
    }
  }

  private static func columns(of hint: (key: String, meaning: String)) -> Int {
    CellText.columns(of: hint.key) + 1 + CellText.columns(of: hint.meaning)
  }
}

/// Ten digits in the order of a telephone, with a key that deletes one; the mouse targets are
/// `digit.0` to `digit.9` and `digit.delete`.
public struct Keypad: View {
  private let pressed: Character?

  /// Creates a keypad.
  ///
  /// - Parameter pressed: The digit that is shown as pressed.
  public init(pressed: Character? = nil) {
    self.pressed = pressed
  }

  private static let keys = ["123", "456", "789", " 0⌫"].map(Array.init)

  /// Seventeen: three keys of five columns, with one between them.
  public func columns(within limit: Int) -> Int { min(limit, 17) }
  /// Four, or seven if there is space for rows between.
  public func rows(within columns: Int) -> Int { 4 }

  /// Draws the keys.
  public func draw(on canvas: inout Canvas) {
    for (row, keys) in Self.keys.enumerated() {
      for (place, key) in keys.enumerated() where key != " " {
        let column = place * 6
        canvas.write("[ \(key) ]", key == pressed ? .selection : .text, column: column, row: row)
        canvas.mark(
          Rect(origin: Position(column: column, row: row), size: Size(columns: 5, rows: 1)),
          as: key == "⌫" ? "digit.delete" : "digit.\(key)")
      }
    }
  }
}

/// How many characters of a passcode have been typed; never which.
public struct PasscodeDots: View {
  private let filled: Int
  private let count: Int
  private let isWrong: Bool

  /// Creates the dots.
  ///
  /// - Parameters:
  ///   - filled: How many characters were typed.
  ///   - count: How many there are in all.
  ///   - isWrong: Whether they flash, for example after a wrong passcode.
  public init(filled: Int, of count: Int, isWrong: Bool = false) {
    self.filled = max(0, filled)
    self.count = max(0, count)
    self.isWrong = isWrong
  }

  /// Two for each dot, but for the last.
  public func columns(within limit: Int) -> Int { min(limit, max(0, 2 * count - 1)) }
  /// One.
  public func rows(within columns: Int) -> Int { 1 }

  /// Draws the dots.
  public func draw(on canvas: inout Canvas) {
    for place in 0..<count {
      let isFilled = place < filled
      let role: StyleRole = isWrong ? .failure : isFilled ? .accent : .secondary
      canvas.write(isWrong ? "✕" : isFilled ? "●" : "○", role, column: 2 * place)
    }
  }
}
