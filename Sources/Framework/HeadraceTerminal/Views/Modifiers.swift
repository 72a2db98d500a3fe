extension View {
  /// The view, taking the remaining space.
  ///
  /// - Parameters:
  ///   - columns: Its weight among the flexible views of a row; 0 to take nothing.
  ///   - rows: Its weight among the flexible views of a column; 0 to take nothing.
  public func flexible(columns: Int = 1, rows: Int = 0) -> some View {
    Sized(view: self, flexibility: Flexibility(columns: columns, rows: rows))
  }

  /// The view in a place of a fixed extent.
  ///
  /// - Parameters:
  ///   - columns: How many columns it wants; if `nil`, as many as before.
  ///   - rows: How many rows it wants; if `nil`, as many as before.
  public func frame(columns: Int? = nil, rows: Int? = nil) -> some View {
    Sized(view: self, columns: columns, rows: rows, flexibility: .none)
  }

  /// The view with empty cells around it.
  public func padding(columns: Int = 1, rows: Int = 0) -> some View {
    Padded(view: self, columnsAround: max(0, columns), rowsAround: max(0, rows))
  }

  /// The view as small as possible, in a larger place.
  ///
  /// - Parameters:
  ///   - columns: Where it lies from left to right; if `nil`, over the whole width.
  ///   - rows: Where it lies from top to bottom; if `nil`, over the whole height.
  public func aligned(columns: Alignment? = nil, rows: Alignment? = nil) -> some View {
    Aligned(view: self, columnAlignment: columns, rowAlignment: rows)
  }

  /// The view in the middle of its place.
  public func centered() -> some View { aligned(columns: .center, rows: .center) }

  /// The view with a name, which ``Grid/target(at:)`` returns for a click on it.
  public func target(_ name: String) -> some View {
    Marked(view: self, name: name)
  }

  /// The view, shown as chosen.
  public func selected(_ isSelected: Bool = true) -> some View {
    Restyled(view: self) { style, theme in if isSelected { style = theme.selection } }
  }

  /// The view, shown as lying below something else.
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
