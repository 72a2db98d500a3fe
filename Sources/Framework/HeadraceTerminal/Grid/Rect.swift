/// A position in a grid, counted from its upper left corner.
public struct Position: Hashable, Sendable {
  /// The column, from 0.
  public var column: Int
  /// The row, from 0.
  public var row: Int

  /// Creates a position.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

/// A rectangle of cells in a grid.
public struct Rect: Hashable, Sendable {
  /// The upper left corner.
  public var origin: Position
  /// The size.
  public var size: Size

  /// Creates a rectangle from its upper left corner and its size.
  public init(origin: Position = Position(column: 0, row: 0), size: Size) {
    self.origin = origin
    self.size = size
  }

  /// The range of columns in the rectangle.
  public var columns: Range<Int> { origin.column..<origin.column + size.columns }

  /// The range of rows in the rectangle.
  public var rows: Range<Int> { origin.row..<origin.row + size.rows }

  /// True if the rectangle contains no cells.
  public var isEmpty: Bool { size.columns == 0 || size.rows == 0 }

  /// Returns the rectangle reduced by a number of cells at each side; empty if nothing remains.
  public func inset(columns: Int, rows: Int) -> Rect {
    Rect(
      origin: Position(
        column: origin.column + min(columns, size.columns), row: origin.row + min(rows, size.rows)),
      size: Size(columns: size.columns - 2 * columns, rows: size.rows - 2 * rows))
  }

  /// Returns the cells that are in both rectangles.
  public func intersection(_ other: Rect) -> Rect {
    let columns = columns.clamped(to: other.columns)
    let rows = rows.clamped(to: other.rows)
    return Rect(
      origin: Position(column: columns.lowerBound, row: rows.lowerBound),
      size: Size(columns: columns.count, rows: rows.count))
  }
}

/// The size of a screen or of a part of one, in cells.
public struct Size: Hashable, Sendable {
  /// The number of columns; at least 0.
  public var columns: Int
  /// The number of rows; at least 0.
  public var rows: Int

  /// Creates a size from columns and rows; a negative number counts as 0.
  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }
}
