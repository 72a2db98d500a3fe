/// The area of a grid in which a view draws, with the origin at the view's own corner.
///
/// A view can't draw outside its area.
public struct Canvas {
  /// The grid on which all views of a screen draw.
  public internal(set) var grid: Grid
  /// The theme of the screen.
  public let theme: Theme

  /// The view's area, which may extend beyond the visible part.
  private var frame: Rect
  /// The visible part of the area.
  private var clip: Rect

  init(grid: Grid, theme: Theme) {
    self.grid = grid
    self.theme = theme
    frame = grid.bounds
    clip = grid.bounds
  }

  /// The number of columns and rows of the view.
  public var size: Size { frame.size }

  /// The whole area of the view, in its own coordinates.
  public var bounds: Rect { Rect(size: frame.size) }

  /// True if no part of the view is visible.
  public var isHidden: Bool { clip.isEmpty }
}

extension Canvas {
  /// Writes a line of text.
  ///
  /// - Parameters:
  ///   - text: The text; line breaks in it are shown as signs.
  ///   - role: The role of the text, which selects its style.
  ///   - column: The first column, from the left of the view's area.
  ///   - row: The row, from the top of the view's area.
  /// - Returns: The width of the whole text in columns.
  @discardableResult
  public mutating func write(
    _ text: some StringProtocol, _ role: StyleRole = .text, column: Int = 0, row: Int = 0
  ) -> Int {
    write(text, style: theme[role], column: column, row: row)
  }

  /// Writes a line of text in a given style.
  ///
  /// - Returns: The width of the whole text in columns.
  @discardableResult
  public mutating func write(
    _ text: some StringProtocol, style: Style, column: Int = 0, row: Int = 0
  ) -> Int {
    grid.write(text, at: inGrid(column, row), style, in: clip)
  }

  /// Clears all cells of a rectangle.
  public mutating func fill(_ part: Rect, style: Style = .plain) {
    grid.fill(inGrid(part), style)
  }

  /// Changes the styles in a rectangle and keeps its characters.
  public mutating func restyle(_ part: Rect, _ change: (inout Style) -> Void) {
    grid.restyle(inGrid(part), change)
  }

  /// Shows the terminal's cursor at a position, if that is visible.
  public mutating func showCursor(column: Int, row: Int) {
    let place = inGrid(column, row)
    guard clip.columns.contains(place.column), clip.rows.contains(place.row) else { return }
    grid.cursor = place
  }

  /// Names a rectangle, so that ``Grid/target(at:)`` finds it for a click.
  public mutating func mark(_ part: Rect, as target: String) {
    let seen = inGrid(part)
    if !seen.isEmpty { grid.targets.append(Target(part: seen, name: target)) }
  }

  /// Draws another view in a part of this view's area.
  public mutating func draw(_ view: any View, in part: Rect) {
    let (frame, clip) = (frame, clip)
    self.clip = inGrid(part)
    self.frame = Rect(origin: inGrid(part.origin.column, part.origin.row), size: part.size)
    if !self.clip.isEmpty { view.draw(on: &self) }
    (self.frame, self.clip) = (frame, clip)
  }

  private func inGrid(_ column: Int, _ row: Int) -> Position {
    Position(
      column: frame.origin.column.addingWithin(column), row: frame.origin.row.addingWithin(row))
  }

  private func inGrid(_ part: Rect) -> Rect {
    Rect(origin: inGrid(part.origin.column, part.origin.row), size: part.size).intersection(clip)
  }
}

extension Int {
  /// Returns the sum, or a number far outside every grid if the sum overflows.
  fileprivate func addingWithin(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other > 0 ? .max / 4 : .min / 4) : sum
  }
}

extension Canvas {
  /// Removes the mouse targets and the cursor, because something covers them now.
  mutating func forgetTargets() {
    grid.targets = []
    grid.cursor = nil
  }
}
