/// A button for an operation.
public struct Button: View {
  private let label: String
  private let role: StyleRole
  private let isSelected: Bool

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - label: The operation's name.
  ///   - role: The button's style; `.failure` for an operation that can't be undone.
  ///   - isSelected: Pass `true` if Return presses the button.
  public init(_ label: String, _ role: StyleRole = .accent, isSelected: Bool = false) {
    self.label = label
    self.role = role
    self.isSelected = isSelected
  }

  /// Returns the width of the label and its brackets.
  public func columns(within limit: Int) -> Int { min(limit, CellText.columns(of: label) + 4) }
  /// Returns one row.
  public func rows(within columns: Int) -> Int { 1 }

  /// Draws the label in brackets.
  public func draw(on canvas: inout Canvas) {
    let label = CellText.truncated(label, to: canvas.size.columns - 4)
    canvas.write("[ \(label) ]", isSelected ? .selection : role)
  }
}

/// Keys and their meanings on one line: `⏎ Send   esc Back`.
///
/// If they don't all fit, the gaps become narrower first; then hints are omitted. The hint for more
/// always stays; without one, the last hint stays, which is the way back.
public struct KeyHints: View {
  /// A key and its meaning.
  public typealias Hint = (key: String, meaning: String)

  private let hints: [Hint]
  private let more: Hint?

  /// Creates a line of hints, the most important first and the way back last.
  ///
  /// - Parameters:
  ///   - hints: Keys and their meanings.
  ///   - more: The key that shows the hints for which there is no room.
  public init(_ hints: [Hint], more: Hint? = nil) {
    self.hints = hints
    self.more = more
  }

  /// Returns the most that all hints can take; a key's name may be longer in ASCII.
  public func columns(within limit: Int) -> Int {
    min(limit, Self.columns(of: hints, gap: Self.wideGap, isASCII: true))
  }

  /// Returns one row.
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

  /// Returns the name of a key; Return also has an ASCII name.
  private static func name(of key: String, _ isASCII: Bool) -> String {
    isASCII && key == "⏎" ? "Enter" : key
  }
}

/// Ten digits in telephone order, with a key that deletes one.
///
/// The mouse targets are `digit.0` to `digit.9` and `digit.delete`.
public struct Keypad: View {
  private let pressed: Character?

  /// Creates a keypad.
  ///
  /// - Parameter pressed: The digit to show as pressed.
  public init(pressed: Character? = nil) {
    self.pressed = pressed
  }

  private static let keys = ["123", "456", "789", " 0⌫"].map(Array.init)

  /// Returns 17 columns: three keys of five, with one between them.
  public func columns(within limit: Int) -> Int { min(limit, 17) }
  /// Returns four rows.
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

/// A row of dots that shows how many characters of a passcode have been typed, but not which.
public struct PasscodeDots: View {
  private let filled: Int
  private let count: Int
  private let isWrong: Bool

  /// Creates the dots.
  ///
  /// - Parameters:
  ///   - filled: The number of characters typed so far.
  ///   - count: The number of characters in the passcode.
  ///   - isWrong: Pass `true` to mark the dots as wrong, for example after a wrong passcode.
  public init(filled: Int, of count: Int, isWrong: Bool = false) {
    self.filled = max(0, filled)
    self.count = max(0, count)
    self.isWrong = isWrong
  }

  /// Returns two columns for each dot except the last, which takes one.
  public func columns(within limit: Int) -> Int { min(limit, max(0, 2 * count - 1)) }
  /// Returns one row.
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
