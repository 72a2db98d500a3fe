/// Views stacked vertically that may be higher than the space they get; a bar shows the visible
/// part.
public struct Scroll: View {
  /// The prefix of the mouse target that is marked while content is hidden.
  static let target = "scroll."
  /// The prefix of the mouse target on the last row while that row is visible.
  static let endTarget = "scrollEnd."

  private let view: any View
  private let first: Int
  private let name: String?

  /// Creates a scrolling view.
  ///
  /// - Parameters:
  ///   - first: The first visible row, from 0, which comes from the state and is limited to the
  ///     existing rows. If it is too great, ``Grid/scrolledRow`` is the row that is actually shown
  ///     first.
  ///   - name: The name of the content, for ``Grid/showsEnd(of:)``. Each content needs its own
  ///     name.
  ///   - views: The views, from the top.
  public init(from first: Int = 0, name: String? = nil, @ViewBuilder _ views: () -> [any View]) {
    let views = views()
    view = views.count == 1 ? views[0] : Column { views }
    self.first = first
    self.name = name
  }

  /// Returns the columns that the content wants.
  public func columns(within limit: Int) -> Int { view.columns(within: limit) }
  /// Returns the rows that the content wants.
  public func rows(within columns: Int) -> Int { view.rows(within: columns) }
  /// The view takes all remaining rows.
  public var flexibility: Flexibility { Flexibility(rows: 1) }

  /// Draws the visible part of the content.
  public func draw(on canvas: inout Canvas) {
    let place = canvas.size
    let wanted = view.rows(within: place.columns)
    guard wanted > place.rows else {
      markEnd(atRow: wanted - 1, on: &canvas)
      return canvas.draw(view, in: canvas.bounds)
    }
    let columns = max(0, place.columns - 2)
    let rows = view.rows(within: columns)
    let first = min(max(0, self.first), max(0, rows - place.rows))
    // Marked before the content is drawn, so that a click finds the content's own targets first.
    canvas.mark(canvas.bounds, as: "\(Self.target)\(first)")
    if first + place.rows >= rows { markEnd(atRow: place.rows - 1, on: &canvas) }
    canvas.draw(
      view,
      in: Rect(
        origin: Position(column: 0, row: -first), size: Size(columns: columns, rows: rows)))
    ScrollBar.draw(first..<min(rows, first + place.rows), of: rows, on: &canvas)
  }

  /// Marks the last row of the content if it is visible.
  private func markEnd(atRow row: Int, on canvas: inout Canvas) {
    guard let name, row >= 0 else { return }
    let last = Rect(
      origin: Position(column: 0, row: row), size: Size(columns: canvas.size.columns, rows: 1))
    canvas.mark(last, as: Self.endTarget + name)
  }
}

extension Grid {
  /// The first visible row of the topmost ``Scroll`` with hidden content; `nil` if there is none.
  ///
  /// A state may ask for a row beyond the last. Before it scrolls back, an app starts from this
  /// row, so that each key press moves what is visible.
  public var scrolledRow: Int? {
    targets.last { $0.name.hasPrefix(Scroll.target) }
      .flatMap { Int($0.name.dropFirst(Scroll.target.count)) }
  }

  /// Returns `true` if the last row of a ``Scroll`` is visible.
  ///
  /// An app that asks the user to agree to a text can require this first.
  ///
  /// - Parameter name: The name of the content.
  public func showsEnd(of name: String) -> Bool {
    targets.contains { $0.name == Scroll.endTarget + name }
  }
}

/// The bar at the right of scrolling content, whose arrows show where there is more.
enum ScrollBar {
  /// Draws the bar in the last column.
  ///
  /// - Parameters:
  ///   - seen: The visible rows.
  ///   - count: The number of rows; greater than the number of visible rows.
  ///   - canvas: The canvas of the scrolling content.
  static func draw(_ seen: Range<Int>, of count: Int, on canvas: inout Canvas) {
    let rows = canvas.size.rows
    guard rows > 0, count > 0, canvas.size.columns > 0 else { return }
    let thumb = max(1, rows * seen.count / count)
    let hidden = count - seen.count
    let start = hidden <= 0 ? 0 : (rows - thumb) * seen.lowerBound / hidden
    let signs = canvas.theme.drawsLines ? ("┃", "│") : ("#", "|")
    for row in 0..<rows {
      let isThumb = row >= start && row < start + thumb
      canvas.write(
        isThumb ? signs.0 : signs.1, isThumb ? .accent : .border,
        column: canvas.size.columns - 1, row: row)
    }
    let arrows = canvas.theme.drawsLines ? ("↑", "↓") : ("^", "v")
    let column = canvas.size.columns - 1
    if seen.lowerBound > 0 { canvas.write(arrows.0, .accent, column: column, row: 0) }
    if seen.upperBound < count {
      canvas.write(arrows.1, .accent, column: column, row: rows - 1)
    }
  }
}
