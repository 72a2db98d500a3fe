/// The place of a view in a grid: the view draws from its corner, and can't draw outside.
public struct Canvas {
  /// The grid on which all views of a screen draw.
  public internal(set) var grid: Grid
  /// How the screen looks.
  public let theme: Theme

  /// The view's place, which may reach beyond the visible part.
  private var frame: Rect
  /// The visible part of the place.
  private var clip: Rect

  init(grid: Grid, theme: Theme) {
    self.grid = grid
    self.theme = theme
    frame = grid.bounds
    clip = grid.bounds
  }

  /// How many columns and rows the view has.
  public var size: Size { frame.size }

  /// All of the view's place, from its own corner.
  public var bounds: Rect { Rect(size: frame.size) }

  /// Whether nothing of the view is visible.
  public var isHidden: Bool { clip.isEmpty }
}

extension Canvas {
  /// Writes a line of text.
  ///
  /// - Parameters:
  ///   - text: The text; line breaks in it are shown as signs.
  ///   - role: How it looks, by the theme.
  ///   - column: Where it begins, from the left of the view's place.
  ///   - row: The row, from the top of the view's place.
  /// - Returns: How many columns the whole text takes.
  @discardableResult
  public mutating func write(
    _ text: some StringProtocol, _ role: StyleRole = .text, column: Int = 0, row: Int = 0
  ) -> Int {
    write(text, style: theme[role], column: column, row: row)
  }

  /// Writes a line of text in its own style.
  ///
  /// - Returns: How many columns the whole text takes.
  @discardableResult
  public mutating func write(
    _ text: some StringProtocol, style: Style, column: Int = 0, row: Int = 0
  ) -> Int {
    grid.write(text, at: inGrid(column, row), style, in: clip)
  }

  /// Makes all cells of a part blank.
  public mutating func fill(_ part: Rect, style: Style = .plain) {
    grid.fill(inGrid(part), style)
  }

  /// Changes the styles of a part, and leaves its characters.
  public mutating func restyle(_ part: Rect, _ change: (inout Style) -> Void) {
    grid.restyle(inGrid(part), change)
  }

  /// Shows the terminal's cursor at a place, if the place is visible.
  public mutating func showCursor(column: Int, row: Int) {
    let place = inGrid(column, row)
    guard clip.columns.contains(place.column), clip.rows.contains(place.row) else { return }
    grid.cursor = place
  }

  /// Names a part, so that ``Grid/target(at:)`` finds it for a click.
  public mutating func mark(_ part: Rect, as target: String) {
    let seen = inGrid(part)
    if !seen.isEmpty { grid.targets.append(Target(part: seen, name: target)) }
  }

  /// Draws another view in a part of this one's place.
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
  /// The sum, or the nearest number that is far outside of every grid.
  fileprivate func addingWithin(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other > 0 ? .max / 4 : .min / 4) : sum
  }
}

extension Canvas {
  /// Removes the mouse targets, because something is above them now. The cursor is also removed.
  mutating func forgetTargets() {
    grid.targets = []
    grid.cursor = nil
  }
}
