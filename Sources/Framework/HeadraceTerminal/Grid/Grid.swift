/// What a terminal shows: rows and columns of cells, each with a character and a style.
///
/// A screen is a pure function that gives a grid. A test compares its ``text``, a ``FrameWriter``
/// turns it into a terminal's sequences. A grid contains only characters that can be shown: a
/// character that would control the terminal, or change the direction of text, is shown as a sign.
public struct Grid: Sendable {
  /// How many columns and rows there are.
  public let size: Size

  /// The visible position of the terminal's cursor; `nil` if it is hidden.
  public var cursor: Position?

  /// The mouse targets, the uppermost last; they are not visible.
  var targets: [Target] = []

  private(set) var cells: [Cell]
  /// The grapheme clusters of more than one scalar that cells name, in the order in which they were
  /// added.
  private(set) var clusters: [Character] = []

  /// Creates a grid of blank cells.
  ///
  /// - Parameters:
  ///   - size: How many columns and rows it has.
  ///   - style: How the cells look.
  /// - Complexity: O(*n*) in the cells.
  public init(size: Size, style: Style = .plain) {
    self.size = size
    cells = Array(
      repeating: Cell(glyph: Cell.blank.glyph, style: style), count: size.columns * size.rows)
  }

  /// All of the grid.
  public var bounds: Rect { Rect(size: size) }

  func place(_ column: Int, _ row: Int) -> Int { row * size.columns + column }
}

// MARK: - Reading

extension Grid {
  /// The character of a cell; `nil` in the right half of a wide one.
  ///
  /// - Precondition: The place is in the grid.
  public subscript(_ position: Position) -> Character? {
    character(of: cells[place(position.column, position.row)])
  }

  /// The style of a cell.
  ///
  /// - Precondition: The place is in the grid.
  public func style(at position: Position) -> Style {
    cells[place(position.column, position.row)].style
  }

  func character(of cell: Cell) -> Character? {
    if let cluster = cell.cluster { return clusters[cluster] }
    return cell.isContinuation ? nil : Unicode.Scalar(cell.glyph).map { Character($0) }
  }

  /// The rows as text, without the blanks at their ends.
  public var rows: [String] {
    (0..<size.rows).map { row in
      var text = ""
      for column in 0..<size.columns {
        if let character = character(of: cells[place(column, row)]) { text.append(character) }
      }
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The grid as text: its rows, each on a line, without the blanks at their ends.
  ///
  /// A test compares this text, and a screen reader reads it aloud.
  public var text: String { rows.joined(separator: "\n") }

  func isSame(_ cell: Cell, as other: Cell, of grid: Grid) -> Bool {
    guard cell.style == other.style else { return false }
    if cell.cluster == nil || other.cluster == nil { return cell.glyph == other.glyph }
    return character(of: cell) == grid.character(of: other)
  }
}

extension Grid: Equatable {
  /// Compares what is shown: characters, styles and the cursor.
  ///
  /// - Complexity: O(*n*) in the cells.
  public static func == (first: Self, second: Self) -> Bool {
    guard first.size == second.size, first.cursor == second.cursor else { return false }
    if first.clusters == second.clusters { return first.cells == second.cells }
    return first.cells.indices.allSatisfy {
      first.isSame(first.cells[$0], as: second.cells[$0], of: second)
    }
  }
}

// MARK: - Writing

extension Grid {
  /// Writes a line of text, from one cell on to the right.
  ///
  /// Text outside the part is omitted. A wide character of which only a half would be visible is
  /// shown as a blank.
  ///
  /// - Parameters:
  ///   - text: The text. Line breaks in it are shown as signs.
  ///   - position: Where it begins; it may lie outside of the grid.
  ///   - style: How it looks.
  ///   - part: Which cells may change; if `nil`, all.
  /// - Returns: How many columns the whole text takes.
  @discardableResult
  public mutating func write(
    _ text: some StringProtocol, at position: Position, _ style: Style = .plain,
    in part: Rect? = nil
  ) -> Int {
    let part = part.map { bounds.intersection($0) } ?? bounds
    let isSeen = part.rows.contains(position.row)
    if CellText.isPrintableASCII(text) {
      let count = text.utf8.count
      if isSeen { writeASCII(text.utf8, count, at: position, style, in: part.columns) }
      return count
    }
    var place = position
    for character in text {
      var scalars = character.unicodeScalars.makeIterator()
      guard let first = scalars.next() else { continue }
      let width: Int
      if scalars.next() == nil {
        let shown = ShownCharacter.scalar(first)
        width = shown.width
        if isSeen { put(shown.value, width, at: place, style, in: part.columns) }
      } else {
        let shown = ShownCharacter.shown(character)
        width = CellWidth.of(shown)
        if isSeen { put(glyph(of: shown), width, at: place, style, in: part.columns) }
      }
      place.column += width
    }
    return place.column - position.column
  }

  /// Writes characters of one cell each.
  private mutating func writeASCII(
    _ bytes: some Sequence<UInt8>, _ count: Int, at position: Position, _ style: Style,
    in columns: Range<Int>
  ) {
    let (end, overflow) = position.column.addingReportingOverflow(count)
    let seen = (position.column..<(overflow ? .max : end)).clamped(to: columns)
    guard !seen.isEmpty else { return }
    clear(seen, position.row, style)
    var index = place(seen.lowerBound, position.row)
    for byte in bytes.dropFirst(seen.lowerBound - position.column).prefix(seen.count) {
      cells[index].glyph = UInt32(byte)
      index += 1
    }
  }

  private mutating func put(
    _ glyph: UInt32, _ width: Int, at position: Position, _ style: Style, in columns: Range<Int>
  ) {
    let taken = position.column..<position.column + width
    let seen = taken.clamped(to: columns)
    guard !seen.isEmpty else { return }
    clear(seen, position.row, style)
    guard seen == taken else { return }
    cells[place(position.column, position.row)].glyph = glyph
    if width == 2 {
      cells[place(position.column + 1, position.row)].glyph = Cell.continuation
    }
  }

  /// Makes cells blank, and the other halves of wide characters with them.
  private mutating func clear(_ columns: Range<Int>, _ row: Int, _ style: Style) {
    let first = place(columns.lowerBound, row)
    let end = place(columns.upperBound, row)
    if cells[first].isContinuation { cells[first - 1].glyph = Cell.blank.glyph }
    if columns.upperBound < size.columns, cells[end].isContinuation {
      cells[end].glyph = Cell.blank.glyph
    }
    for index in first..<end { cells[index] = Cell(glyph: Cell.blank.glyph, style: style) }
  }

  private mutating func glyph(of character: Character) -> UInt32 {
    let scalars = character.unicodeScalars
    if scalars.count == 1, let scalar = scalars.first { return scalar.value }
    if let known = clusters.firstIndex(of: character) { return Cell.cluster(at: known) }
    clusters.append(character)
    return Cell.cluster(at: clusters.count - 1)
  }

  /// Makes all cells of a part blank.
  ///
  /// - Parameters:
  ///   - part: The part; cells outside the grid are ignored.
  ///   - style: How the blank cells look.
  public mutating func fill(_ part: Rect, _ style: Style = .plain) {
    let part = bounds.intersection(part)
    guard !part.isEmpty else { return }
    for row in part.rows { clear(part.columns, row, style) }
  }

  /// Changes the styles of a part, and leaves its characters.
  public mutating func restyle(_ part: Rect, _ change: (inout Style) -> Void) {
    let part = bounds.intersection(part)
    for row in part.rows {
      for column in part.columns { change(&cells[place(column, row)].style) }
    }
  }

  /// Copies another grid, with its upper left corner at a place.
  ///
  /// - Parameters:
  ///   - grid: The other grid.
  ///   - position: Where its corner is put; cells outside this grid are omitted.
  public mutating func paste(_ grid: Grid, at position: Position) {
    for row in 0..<grid.size.rows {
      for column in 0..<grid.size.columns {
        let cell = grid.cells[grid.place(column, row)]
        guard let character = grid.character(of: cell) else { continue }
        let place = Position(column: position.column + column, row: position.row + row)
        guard (0..<size.rows).contains(place.row) else { continue }
        put(
          glyph(of: character), max(1, CellWidth.of(character)), at: place, cell.style,
          in: 0..<size.columns)
      }
    }
  }
}
