public import HeadraceTerminal

/// A simulated terminal that interprets the sequences of frames and sessions.
///
/// The emulator knows nothing about grids. A test compares its content with the expectation,
/// whether a `FrameWriter` in the test or a program on a pseudo-terminal has written it.
///
/// ```swift
/// var terminal = ScreenEmulator(Size(columns: 80, rows: 24))
/// terminal.obey(writer.frame(grid))
/// #expect(terminal.text == grid.text)
/// ```
public struct ScreenEmulator: Equatable, Sendable {
  private struct Spot: Equatable, Sendable {
    var text: String
    var parameters: [Int]
  }

  private struct Kept: Sendable {
    let spots: [[Spot]]
    let column: Int
    let row: Int
  }

  /// The size of the terminal.
  public let size: Size
  private var spots: [[Spot]]
  private var column = 0
  private var row = 0
  private var parameters: [Int] = []
  /// The content of the main screen while the alternate one is shown.
  private var kept: Kept?
  /// The beginning of an incomplete sequence or character.
  private var rest: [UInt8] = []

  /// True if the cursor is visible.
  public private(set) var isCursorVisible = true
  /// The private modes that are set, such as `1049` for the alternate screen.
  public private(set) var modes: Set<Int> = []
  /// Descriptions of unsupported or invalid input.
  public private(set) var errors: [String] = []

  /// Creates a terminal of blank cells.
  public init(_ size: Size) {
    self.size = size
    spots = Self.blank(size)
  }

  private static func blank(_ size: Size) -> [[Spot]] {
    let blank = Spot(text: " ", parameters: [])
    return Array(repeating: Array(repeating: blank, count: size.columns), count: size.rows)
  }

  /// The text of each row, with trailing spaces.
  public var rows: [String] { spots.map { $0.map(\.text).joined() } }

  /// The visible text: one line for each row, without trailing spaces.
  public var text: String {
    rows.map { String($0.reversed().drop { $0 == " " }.reversed()) }.joined(separator: "\n")
  }

  /// The text and the style parameters of each cell.
  public var cells: [[String]] { spots.map { $0.map { "\($0.text)\($0.parameters)" } } }

  /// The position of the cursor.
  public var cursor: Position { Position(column: column, row: row) }

  /// Returns `true` if two terminals show the same content.
  public static func == (first: Self, second: Self) -> Bool {
    first.spots == second.spots && first.isCursorVisible == second.isCursorVisible
      && (!first.isCursorVisible || first.cursor == second.cursor)
  }
}

// MARK: - Obeying

extension ScreenEmulator {
  /// Interprets a program's output, which may arrive in pieces.
  public mutating func obey(_ bytes: some Sequence<UInt8>) {
    rest += bytes
    // An incomplete sequence or character waits for the rest.
    let end = Self.wholeCharacters(rest[..<Self.completeCount(rest)])
    var text = Substring(String(decoding: rest[..<end], as: UTF8.self))
    rest.removeFirst(end)
    while let first = text.popFirst() {
      switch first {
      case "\u{1B}": obeySequence(&text)
      case "\r": column = 0
      case "\n", "\r\n":
        if first == "\r\n" { column = 0 }
        row = min(row + 1, size.rows - 1)
      case "\u{07}", "\u{08}": break
      default: show(first)
      }
    }
  }

  /// Returns the index of an incomplete UTF-8 character at the end, or the end.
  private static func wholeCharacters(_ bytes: ArraySlice<UInt8>) -> Int {
    guard let start = bytes.suffix(4).lastIndex(where: { $0 >= 0xC0 }) else { return bytes.count }
    let length = bytes[start] >= 0xF0 ? 4 : bytes[start] >= 0xE0 ? 3 : 2
    return start + length > bytes.endIndex ? start : bytes.endIndex
  }

  /// Returns the number of bytes before an incomplete sequence at the end.
  private static func completeCount(_ bytes: [UInt8]) -> Int {
    guard let start = bytes.lastIndex(of: 0x1B) else { return bytes.count }
    let sequence = bytes[start...]
    let isString = sequence.dropFirst().first == UInt8(ascii: "]")
    let isComplete =
      isString
      ? sequence.contains(0x07)
      : sequence.dropFirst(2).contains { (0x40..<0x7F).contains($0) }
    return isComplete ? bytes.count : start
  }

  private mutating func obeySequence(_ text: inout Substring) {
    let kind = text.popFirst()
    if kind == "]" {
      // A command to the terminal program, such as one for the clipboard.
      text = text.drop { $0 != "\u{07}" }.dropFirst()
      return
    }
    guard kind == "[", let end = text.firstIndex(where: { $0.isLetter || $0 == "~" }) else {
      return errors.append("an escape without a sequence")
    }
    obey(sequence: text[..<end], end: text[end])
    text = text[text.index(after: end)...]
  }

  private mutating func obey(sequence: Substring, end: Character) {
    let numbers = sequence.drop { !$0.isNumber }.split(separator: ";").compactMap { Int($0) }
    switch (sequence.first, end) {
    case ("?", "h") where numbers == [25]: isCursorVisible = true
    case ("?", "l") where numbers == [25]: isCursorVisible = false
    case ("?", "h"):
      if numbers == [1049], !modes.contains(1049) {
        kept = Kept(spots: spots, column: column, row: row)
      }
      modes.formUnion(numbers)
    case ("?", "l"):
      if numbers == [1049], let kept {
        (spots, column, row) = (kept.spots, kept.column, kept.row)
        self.kept = nil
      }
      modes.subtract(numbers)
    case ("=", "u"): break
    case ("2", "J"): spots = Self.blank(size)
    case (_, "H") where numbers.count == 2: (row, column) = (numbers[0] - 1, numbers[1] - 1)
    case (nil, "H"): (row, column) = (0, 0)
    case (_, "m") where numbers.first == 0: parameters = Array(numbers.dropFirst())
    default: errors.append("CSI \(sequence)\(end)")
    }
  }

  private mutating func show(_ character: Character) {
    let width = CellText.columns(of: String(character))
    guard (0..<size.rows).contains(row), column >= 0, column + width <= size.columns, width > 0
    else { return errors.append("'\(character)' at \(column), \(row)") }
    for place in column..<column + width where spots[row][place].text == "" {
      if place > 0 { spots[row][place - 1].text = "half" }
    }
    if column + width < size.columns, spots[row][column + width].text == "" {
      spots[row][column + width].text = "half"
    }
    spots[row][column] = Spot(text: String(character), parameters: parameters)
    if width == 2 { spots[row][column + 1] = Spot(text: "", parameters: parameters) }
    column += width
  }
}
