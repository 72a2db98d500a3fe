extension View {
  /// Lets the view take remaining space.
  ///
  /// - Parameters:
  ///   - columns: The view's weight among the flexible views of a row; 0 to take nothing.
  ///   - rows: The view's weight among the flexible views of a column; 0 to take nothing.
  public func flexible(columns: Int = 1, rows: Int = 0) -> some View {
    Sized(view: self, flexibility: Flexibility(columns: columns, rows: rows))
  }

  /// Gives the view a fixed size.
  ///
  /// - Parameters:
  ///   - columns: The number of columns; if `nil`, as many as the view wants.
  ///   - rows: The number of rows; if `nil`, as many as the view wants.
  public func frame(columns: Int? = nil, rows: Int? = nil) -> some View {
    Sized(view: self, columns: columns, rows: rows, flexibility: .none)
  }

  /// Adds empty cells around the view.
  public func padding(columns: Int = 1, rows: Int = 0) -> some View {
    Padded(view: self, columnsAround: max(0, columns), rowsAround: max(0, rows))
  }

  /// Makes the view as small as possible and aligns it in a larger area.
  ///
  /// - Parameters:
  ///   - columns: The horizontal alignment; if `nil`, the view takes the whole width.
  ///   - rows: The vertical alignment; if `nil`, the view takes the whole height.
  public func aligned(columns: Alignment? = nil, rows: Alignment? = nil) -> some View {
    Aligned(view: self, columnAlignment: columns, rowAlignment: rows)
  }

  /// Centres the view in its area.
  public func centered() -> some View { aligned(columns: .center, rows: .center) }

  /// Gives the view a name, which ``Grid/target(at:)`` returns for a click on it.
  public func target(_ name: String) -> some View {
    Marked(view: self, name: name)
  }

  /// Shows the view as selected.
  public func selected(_ isSelected: Bool = true) -> some View {
    Restyled(view: self) { style, theme in if isSelected { style = theme.selection } }
  }

  /// Dims the view, as if something else covered it.
  public func dimmed(_ isDimmed: Bool = true) -> some View {
    Restyled(view: self) { style, theme in if isDimmed { style = theme.dimmed } }
  }
}

private struct Sized<Content: View>: View {
  let view: Content
  var columns: Int?
  var rows: Int?
  let flexibility: Flexibility

  func columns(within limit: Int) -> Int {
    min(limit, max(0, columns ?? view.columns(within: limit)))
  }

  func rows(within columns: Int) -> Int { max(0, rows ?? view.rows(within: columns)) }

  func draw(on canvas: inout Canvas) { view.draw(on: &canvas) }
}

private struct Padded<Content: View>: View {
  let view: Content
  let columnsAround: Int
  let rowsAround: Int

  func columns(within limit: Int) -> Int {
    min(limit, view.columns(within: max(0, limit - 2 * columnsAround)) + 2 * columnsAround)
  }

  func rows(within columns: Int) -> Int {
    view.rows(within: max(0, columns - 2 * columnsAround)) + 2 * rowsAround
  }

  func draw(on canvas: inout Canvas) {
    canvas.draw(view, in: canvas.bounds.inset(columns: columnsAround, rows: rowsAround))
  }

  var flexibility: Flexibility { view.flexibility }
}

private struct Aligned<Content: View>: View {
  let view: Content
  let columnAlignment: Alignment?
  let rowAlignment: Alignment?

  func columns(within limit: Int) -> Int { view.columns(within: limit) }

  func rows(within columns: Int) -> Int {
    view.rows(within: columnAlignment == nil ? columns : view.columns(within: columns))
  }

  func draw(on canvas: inout Canvas) {
    let place = canvas.size
    let columns =
      columnAlignment == nil ? place.columns : view.columns(within: place.columns)
    let rows =
      rowAlignment == nil ? place.rows : min(place.rows, view.rows(within: columns))
    let corner = Position(
      column: columnAlignment?.part(of: place.columns - columns) ?? 0,
      row: rowAlignment?.part(of: place.rows - rows) ?? 0)
    canvas.draw(view, in: Rect(origin: corner, size: Size(columns: columns, rows: rows)))
  }

  var flexibility: Flexibility {
    Flexibility(
      columns: columnAlignment == nil ? view.flexibility.columns : 1,
      rows: rowAlignment == nil ? view.flexibility.rows : 1)
  }
}

private struct Marked<Content: View>: View {
  let view: Content
  let name: String

  func columns(within limit: Int) -> Int { view.columns(within: limit) }
  func rows(within columns: Int) -> Int { view.rows(within: columns) }

  func draw(on canvas: inout Canvas) {
    canvas.mark(canvas.bounds, as: name)
    view.draw(on: &canvas)
  }

  var flexibility: Flexibility { view.flexibility }
}

private struct Restyled<Content: View>: View {
  let view: Content
  let change: @Sendable (inout Style, Theme) -> Void

  func columns(within limit: Int) -> Int { view.columns(within: limit) }
  func rows(within columns: Int) -> Int { view.rows(within: columns) }

  func draw(on canvas: inout Canvas) {
    view.draw(on: &canvas)
    let theme = canvas.theme
    canvas.restyle(canvas.bounds) { change(&$0, theme) }
  }

  var flexibility: Flexibility { view.flexibility }
}
