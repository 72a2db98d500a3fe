/// Views below each other that may be higher than their place; a bar shows the visible part.
public struct Scroll: View {
  /// How the name of the part begins that is marked while content is hidden.
  static let target = "scroll."
  /// The beginning of the name that marks the last row while it is visible.
  static let endTarget = "scrollEnd."

  private let view: any View
  private let first: Int
  private let name: String?

  /// Creates a part that scrolls.
  ///
  /// - Parameters:
  ///   - first: The first visible row, from 0, limited to the existing rows; from the state. Where
  ///     it is greater, ``Grid/scrolledRow`` says which row is the first.
  ///   - name: The name of the content, for ``Grid/showsEnd(of:)``; other content needs another
  ///     name.
  ///   - views: What it shows, from the top.
  public init(from first: Int = 0, name: String? = nil, @ViewBuilder _ views: () -> [any View]) {
    let views = views()
    view = views.count == 1 ? views[0] : Column { views }
    self.first = first
    self.name = name
  }

  /// What the content wants.
  public func columns(within limit: Int) -> Int { view.columns(within: limit) }
  /// What the content wants.
  public func rows(within columns: Int) -> Int { view.rows(within: columns) }
  /// It takes the remaining rows.
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
    // Before the content, so that a click finds what that has marked.
    canvas.mark(canvas.bounds, as: "\(Self.target)\(first)")
    if first + place.rows >= rows { markEnd(atRow: place.rows - 1, on: &canvas) }
    canvas.draw(
      view,
      in: Rect(
        origin: Position(column: 0, row: -first), size: Size(columns: columns, rows: rows)))
    ScrollBar.draw(first..<min(rows, first + place.rows), of: rows, on: &canvas)
  }

  /// Marks the last row of the content; a row outside the visible part is not marked.
  private func markEnd(atRow row: Int, on canvas: inout Canvas) {
    guard let name, row >= 0 else { return }
    let last = Rect(
      origin: Position(column: 0, row: row), size: Size(columns: canvas.size.columns, rows: 1))
    canvas.mark(last, as: Self.endTarget + name)
  }
}

extension Grid {
  /// The first visible row of the ``Scroll`` on top, of which a part is hidden; nil where there is
  /// none.
  ///
  /// A state may ask for a row beyond the last. Where keys go back from it, an app begins at this
  /// row, so that each key moves what is visible.
  public var scrolledRow: Int? {
    targets.last { $0.name.hasPrefix(Scroll.target) }
      .flatMap { Int($0.name.dropFirst(Scroll.target.count)) }
  }

  /// Whether the last row of a ``Scroll`` is visible.
  ///
  /// An app that asks for agreement to a text can accept it only then.
  ///
  /// - Parameter name: The name of the content.
  public func showsEnd(of name: String) -> Bool {
    targets.contains { $0.name == Scroll.endTarget + name }
  }
}

/// The bar at the right of scrolling content; arrows at its ends say where there is more.
enum ScrollBar {
  /// Draws the bar in the last column.
  ///
  /// - Parameters:
  ///   - seen: The visible rows.
  ///   - count: How many rows there are; more than are visible.
  ///   - canvas: The place of the scrolling content.
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
