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
/// Where they don't all fit, they stand closer to each other. Those that don't fit then are
/// omitted. The hint for more stays, if there is one, and otherwise the last one, which is the way
/// back.
public struct KeyHints: View {
  /// A key, and what it does.
  public typealias Hint = (key: String, meaning: String)

  private let hints: [Hint]
  private let more: Hint?

  /// Creates a line of hints, the most important first, and the way back last.
  ///
  /// - Parameters:
  ///   - hints: Keys and what they do.
  ///   - more: The key that shows the hints without room.
  public init(_ hints: [Hint], more: Hint? = nil) {
    self.hints = hints
    self.more = more
  }

  /// What all hints take at most; the name of a key may be longer in ASCII.
  public func columns(within limit: Int) -> Int {
    min(limit, Self.columns(of: hints, gap: Self.wideGap, isASCII: true))
  }

  /// One.
  public func rows(within columns: Int) -> Int { 1 }

  /// Draws the hints that fit.
  public func draw(on canvas: inout Canvas) {
    let isASCII = canvas.theme.isASCII
    let (shown, gap) = fitting(canvas.size.columns, isASCII: isASCII)
    var column = 0
    for hint in shown {
      let start = column
      column += canvas.write(Self.name(of: hint.key, isASCII), .accent, column: column) + 1
      column += canvas.write(hint.meaning, .secondary, column: column)
      canvas.mark(
        Rect(
          origin: Position(column: start, row: 0), size: Size(columns: column - start, rows: 1)),
        as: "key.\(hint.key)")
      column += gap
    }
  }

  private static let wideGap = 3
  private static let narrowGap = 2

  private func fitting(_ columns: Int, isASCII: Bool) -> (hints: [Hint], gap: Int) {
    for gap in [Self.wideGap, Self.narrowGap]
    where Self.columns(of: hints, gap: gap, isASCII: isASCII) <= columns {
      return (hints, gap)
    }
    let end = more.map { [$0] } ?? Array(hints.suffix(1))
    var shown = more == nil ? hints.dropLast() : hints[...]
    while true {
      let all = shown + end
      if Self.columns(of: Array(all), gap: Self.narrowGap, isASCII: isASCII) <= columns {
        return (Array(all), Self.narrowGap)
      }
      if shown.popLast() == nil { return ([], Self.narrowGap) }
    }
  }

  private static func columns(of hints: [Hint], gap: Int, isASCII: Bool) -> Int {
    let columns = hints.reduce(0) { sum, hint in
      sum + CellText.columns(of: name(of: hint.key, isASCII)) + 1
        + CellText.columns(of: hint.meaning) + gap
    }
    return hints.isEmpty ? 0 : columns - gap
  }

  /// The name of a key; that of Return has an ASCII name as well.
  private static func name(of key: String, _ isASCII: Bool) -> String {
    isASCII && key == "⏎" ? "Enter" : key
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
