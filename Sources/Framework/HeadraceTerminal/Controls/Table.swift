/// Rows of cells under titles, which scroll like a ``List``.
///
/// ```swift
/// Table(
///   [TableColumn("To", width: .flexible), TableColumn("Amount", width: .fixed(12), .trailing)],
///   count: payments.count, selected: state.chosen
/// ) { row, column in
///   column == 0 ? Text(payments[row].name, cut: .end) : Text(payments[row].amount)
/// }
/// ```
public struct Table: View {
  private let columns: [TableColumn]
  private let list: List

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - columns: The columns, from the left.
  ///   - count: The number of rows.
  ///   - selected: The number of the selected row.
  ///   - target: The prefix of the rows' mouse targets, to which a period and the row's number are
  ///     added.
  ///   - cell: Returns the view of a cell, given the numbers of its row and its column.
  public init(
    _ columns: [TableColumn], count: Int, selected: Int? = nil, target: String? = nil,
    cell: @escaping @Sendable (_ row: Int, _ column: Int) -> any View
  ) {
    self.columns = columns
    list = List(count: count, selected: selected, target: target) { row in
      Row { for (place, column) in columns.enumerated() { column.fitted(cell(row, place)) } }
    }
  }

  /// Returns all available columns.
  public func columns(within limit: Int) -> Int { limit }

  /// Returns the height of the titles and all rows.
  public func rows(within columns: Int) -> Int { 1 + list.rows(within: columns) }

  /// The table takes all remaining space.
  public var flexibility: Flexibility { .both }

  /// Draws the titles and the visible rows.
  public func draw(on canvas: inout Canvas) {
    let size = canvas.size
    let hasBar = list.rows(within: size.columns) > size.rows - 1
    let titles = Row { for column in columns { column.fitted(column.heading) } }
    canvas.draw(titles, in: Rect(size: Size(columns: size.columns - (hasBar ? 2 : 0), rows: 1)))
    canvas.draw(
      list,
      in: Rect(
        origin: Position(column: 0, row: 1), size: Size(columns: size.columns, rows: size.rows - 1))
    )
  }
}

/// A column of a ``Table``.
public struct TableColumn: Sendable {
  /// The width of a column.
  public enum Width: Hashable, Sendable {
    /// A fixed number of the terminal's columns.
    case fixed(Int)
    /// The remaining width.
    case flexible
  }

  private let title: String
  private let width: Width
  private let alignment: Alignment

  /// Creates a column.
  ///
  /// - Parameters:
  ///   - title: The title above the column.
  ///   - width: The column's width. It doesn't depend on the cells, so that nothing moves while a
  ///     user scrolls.
  ///   - alignment: The alignment of the cells.
  public init(_ title: String, width: Width = .flexible, _ alignment: Alignment = .leading) {
    self.title = title
    self.width = width
    self.alignment = alignment
  }

  fileprivate var heading: any View { Text(title, .secondary, cut: .end) }

  fileprivate func fitted(_ cell: some View) -> any View {
    let placed = cell.aligned(columns: alignment)
    return switch width {
    case .fixed(let columns): placed.frame(columns: columns)
    case .flexible: placed.flexible()
    }
  }
}
