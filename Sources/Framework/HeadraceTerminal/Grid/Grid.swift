/// The content of a terminal: rows and columns of cells, each with a character and a style.
///
/// A screen is a pure function that returns a grid. A test compares its ``text``, and a
/// ``FrameWriter`` turns it into terminal sequences. A grid contains only printable characters: a
/// character that would control the terminal, or change the direction of text, is shown as a sign.
public struct Grid: Sendable {
  /// The number of columns and rows.
  public let size: Size

  /// The position of the terminal's cursor; `nil` if it is hidden.
  public var cursor: Position?

  /// The mouse targets, the topmost last; they are not visible.
  var targets: [Target] = []

  private(set) var cells: [Cell]
  /// The grapheme clusters of more than one scalar that cells refer to, in the order of insertion.
  private(set) var clusters: [Character] = []

  /// Creates a grid of blank cells.
  ///
  /// - Parameters:
  ///   - size: The number of columns and rows.
  ///   - style: The style of the cells.
  /// - Complexity: O(*n*) in the cells.
  public init(size: Size, style: Style = .plain) {
    self.size = size
    cells = Array(
      repeating: Cell(glyph: Cell.blank.glyph, style: style), count: size.columns * size.rows)
  }

  /// The rectangle of the whole grid.
  public var bounds: Rect { Rect(size: size) }

  func place(_ column: Int, _ row: Int) -> Int { row * size.columns + column }
}

// MARK: - Reading

extension Grid {
  /// The character of a cell; `nil` in the right half of a wide character.
  ///
  /// - Precondition: The position is inside the grid.
  public subscript(_ position: Position) -> Character? {
    character(of: cells[place(position.column, position.row)])
  }

  /// Returns the style of a cell.
  ///
  /// - Precondition: The position is inside the grid.
  public func style(at position: Position) -> Style {
    cells[place(position.column, position.row)].style
  }

  func character(of cell: Cell) -> Character? {
    if let cluster = cell.cluster { return clusters[cluster] }
    return cell.isContinuation ? nil : Unicode.Scalar(cell.glyph).map { Character($0) }
  }

  /// The rows as text, without trailing spaces.
  public var rows: [String] {
    (0..<size.rows).map { row in
      var text = ""
      for column in 0..<size.columns {
        if let character = character(of: cells[place(column, row)]) { text.append(character) }
      }
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The grid as text: one line for each row, without trailing spaces.
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
  /// Compares the visible content: characters, styles and the cursor.
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
  /// Writes a line of text from a position to the right.
  ///
  /// Text outside the rectangle is omitted. A wide character with only one visible half is shown as
  /// a space.
  ///
  /// - Parameters:
  ///   - text: The text. Line breaks in it are shown as signs.
  ///   - position: The position of the first character, which may be outside the grid.
  ///   - style: The style of the text.
  ///   - part: The cells that may change; all if `nil`.
  /// - Returns: The width of the whole text in columns.
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

  /// Writes characters that take one cell each.
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

  /// Clears cells, together with the other halves of wide characters.
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

  /// Clears all cells of a rectangle.
  ///
  /// - Parameters:
  ///   - part: The rectangle; cells outside the grid are ignored.
  ///   - style: The style of the cleared cells.
  public mutating func fill(_ part: Rect, _ style: Style = .plain) {
    let part = bounds.intersection(part)
    guard !part.isEmpty else { return }
    for row in part.rows { clear(part.columns, row, style) }
  }

  /// Changes the styles in a rectangle and keeps its characters.
  public mutating func restyle(_ part: Rect, _ change: (inout Style) -> Void) {
    let part = bounds.intersection(part)
    for row in part.rows {
      for column in part.columns { change(&cells[place(column, row)].style) }
    }
  }

  /// Copies another grid into this one.
  ///
  /// - Parameters:
  ///   - grid: The other grid.
  ///   - position: The position of its upper left corner; cells outside this grid are omitted.
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
