/// Rows that scroll, one of which may be selected.
///
/// Only the visible rows are created and laid out, so the number of rows doesn't affect the cost
/// (benchmark row `screen: list scrolled`). If there are more rows than space, a scroll bar appears
/// at the right.
public struct List: View {
  private let count: Int
  private let selected: Int?
  private let rowHeight: Int
  private let target: String?
  private let row: @Sendable (Int) -> any View

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - selected: The selected row, which is always visible; if `nil`, the first rows are visible.
  ///   - rowHeight: The number of lines that a row takes, at least 1.
  ///   - target: The prefix of the rows' mouse targets, to which a period and the row's number are
  ///     added: `row.3`.
  ///   - row: Returns the view of a row, given its number from 0.
  public init(
    count: Int, selected: Int? = nil, rowHeight: Int = 1, target: String? = nil,
    row: @escaping @Sendable (Int) -> any View
  ) {
    self.count = max(0, count)
    self.selected = selected
    self.rowHeight = max(1, rowHeight)
    self.target = target
    self.row = row
  }

  /// Creates a list of the elements of a collection.
  ///
  /// - Parameters:
  ///   - elements: The elements to show, such as an array or an `IdentifiedArray`.
  ///   - selected: The number of the selected row.
  ///   - rowHeight: The number of lines that a row takes, at least 1.
  ///   - target: The prefix of the rows' mouse targets, to which a period and the row's number are
  ///     added.
  ///   - row: Returns the view of an element.
  public init<Elements: RandomAccessCollection & Sendable>(
    _ elements: Elements, selected: Int? = nil, rowHeight: Int = 1, target: String? = nil,
    row: @escaping @Sendable (Elements.Element) -> any View
  ) {
    self.init(count: elements.count, selected: selected, rowHeight: rowHeight, target: target) {
      row(elements[elements.index(elements.startIndex, offsetBy: $0)])
    }
  }

  /// Returns all available columns.
  public func columns(within limit: Int) -> Int { limit }

  /// Returns the height of all rows.
  public func rows(within columns: Int) -> Int { count * rowHeight }

  /// The list takes all remaining space.
  public var flexibility: Flexibility { .both }

  /// Draws the visible rows.
  ///
  /// - Complexity: O(*n*) in the visible rows.
  public func draw(on canvas: inout Canvas) {
    let size = canvas.size
    let seen = Self.seen(
      count: count, selected: selected, places: max(1, size.rows / rowHeight))
    let hasBar = seen.count < count
    let columns = size.columns - (hasBar ? 2 : 0)
    for (line, number) in seen.enumerated() {
      let place = Rect(
        origin: Position(column: 0, row: line * rowHeight),
        size: Size(columns: columns, rows: rowHeight))
      canvas.draw(row(number), in: place)
      if number == selected {
        let selection = canvas.theme.selection
        canvas.restyle(place) { $0 = selection }
      }
      if let target { canvas.mark(place, as: "\(target).\(number)") }
    }
    if hasBar { ScrollBar.draw(seen, of: count, on: &canvas) }
  }

  /// Returns the visible rows, with the selected one as near to the middle as the ends allow.
  static func seen(count: Int, selected: Int?, places: Int) -> Range<Int> {
    guard count > places else { return 0..<count }
    let chosen = min(max(0, selected ?? 0), count - 1)
    let first = min(max(0, chosen - places / 2), count - places)
    return first..<first + places
  }
}
