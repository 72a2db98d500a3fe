/// Turns grids into terminal sequences: the first grid completely, each later one as a difference.
///
/// The writer remembers what the terminal shows. Write frames completely and in order. If anything
/// else was written in between, call ``forget()``.
///
/// - SeeAlso: ECMA-48 for the sequences; "Synchronized Output" (mode 2026) for the sequences around
///   a frame, which terminals ignore if they don't support them.
public struct FrameWriter: Sendable {
  /// The number of colours that the terminal shows.
  public var depth: ColorDepth {
    didSet { if depth != oldValue { shown = nil } }
  }

  private let isASCII: Bool
  private var shown: Grid?

  /// Creates a writer for a terminal with unknown content.
  ///
  /// - Parameters:
  ///   - depth: The number of colours that the terminal shows.
  ///   - isASCII: Pass `true` if the terminal shows only ASCII. Other characters are then replaced
  ///     by similar signs, and letters by `?`.
  public init(depth: ColorDepth = .full, isASCII: Bool = false) {
    self.depth = depth
    self.isASCII = isASCII
  }

  /// Forgets what the terminal shows, so that the next frame is complete.
  public mutating func forget() {
    shown = nil
  }

  /// Returns the bytes that make a terminal show a grid.
  ///
  /// - Returns: An empty array if the terminal already shows that grid.
  /// - Complexity: O(*n*) in the cells of the grid.
  public mutating func frame(_ grid: Grid) -> [UInt8] {
    let before = shown
    shown = grid
    var pen = Pen(depth: depth, isASCII: isASCII)
    if let before, before.size == grid.size {
      pen.write(grid, over: before)
      if pen.bytes.isEmpty, grid.cursor == before.cursor { return [] }
    } else {
      pen.clear()
      pen.write(grid, over: nil)
    }
    return pen.framed(cursor: grid.cursor)
  }
}

/// Writes cells, and keeps track of the terminal's cursor and its current style.
private struct Pen {
  let depth: ColorDepth
  let isASCII: Bool
  private(set) var bytes: [UInt8] = []
  /// The position of the next character; `nil` if it is uncertain.
  private var position: Position?
  private var style: Style?

  init(depth: ColorDepth, isASCII: Bool) {
    self.depth = depth
    self.isASCII = isASCII
  }

  mutating func clear() {
    bytes.append(sequence: "0m")
    bytes.append(sequence: "2J")
    style = .plain
  }

  mutating func write(_ grid: Grid, over before: Grid?) {
    for row in 0..<grid.size.rows {
      for column in 0..<grid.size.columns {
        let place = grid.place(column, row)
        let cell = grid.cells[place]
        // The left half writes both cells.
        if cell.isContinuation { continue }
        let isWide =
          column + 1 < grid.size.columns && grid.cells[place + 1].isContinuation
        if isSame(grid, before, at: place), !isWide || isSame(grid, before, at: place + 1) {
          continue
        }
        write(cell, isWide ? 2 : 1, of: grid, at: Position(column: column, row: row))
      }
    }
  }

  private func isSame(_ grid: Grid, _ before: Grid?, at place: Int) -> Bool {
    guard let before else { return grid.cells[place] == .blank }
    return grid.isSame(grid.cells[place], as: before.cells[place], of: before)
  }

  private mutating func write(_ cell: Cell, _ width: Int, of grid: Grid, at place: Position) {
    if position != place { move(to: place) }
    let wanted = cell.style.reduced(to: depth)
    if style != wanted {
      bytes.append(.escape)
      bytes.append(UInt8(ascii: "["))
      wanted.appendSequence(to: &bytes)
      style = wanted
    }
    if let character = grid.character(of: cell) {
      if isASCII {
        bytes += ASCIISigns.bytes(of: character, columns: width)
      } else {
        bytes.append(contentsOf: String(character).utf8)
      }
    }
    // Terminals differ in the width of clusters and in their behaviour after the last column.
    let isCertain = cell.cluster == nil && place.column + width < grid.size.columns
    position = isCertain ? Position(column: place.column + width, row: place.row) : nil
  }

  private mutating func move(to place: Position) {
    bytes.append(.escape)
    bytes.append(UInt8(ascii: "["))
    bytes.append(decimal: UInt32(place.row + 1), before: .semicolon)
    bytes.append(decimal: UInt32(place.column + 1), before: UInt8(ascii: "H"))
    position = place
  }

  /// Returns everything written so far as one frame, with the cursor at its visible position.
  mutating func framed(cursor: Position?) -> [UInt8] {
    let cells = bytes
    bytes = []
    bytes.append(sequence: "?2026h")
    bytes.append(sequence: "?25l")
    bytes += cells
    bytes.append(sequence: "0m")
    if let cursor {
      move(to: cursor)
      bytes.append(sequence: "?25h")
    }
    bytes.append(sequence: "?2026l")
    return bytes
  }
}
