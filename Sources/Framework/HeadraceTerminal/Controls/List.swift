/// Rows that scroll; one of them may be chosen.
///
/// Only the visible rows are made and laid out, so the number of rows doesn't matter (benchmark row
/// `screen: list scrolled`). The list shows a bar at its right if it has more rows than space.
public struct List: View {
  private let count: Int
  private let selected: Int?
  private let rowHeight: Int
  private let target: String?
  private let row: @Sendable (Int) -> any View

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - count: How many rows there are.
  ///   - selected: The chosen row, which is always visible; if `nil`, the first rows are visible.
  ///   - rowHeight: How many lines a row takes, at least 1.
  ///   - target: The name of the rows' mouse targets, to which a period and the row's number are
  ///     added: `row.3`.
  ///   - row: The view of a row, by its number from 0.
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
  ///   - elements: What the rows show, such as an array or an `IdentifiedArray`.
  ///   - selected: The number of the chosen row.
  ///   - rowHeight: How many lines a row takes, at least 1.
  ///   - target: The name of the rows' mouse targets, to which a period and the row's number are
  ///     added.
  ///   - row: The view of an element.
  public init<Elements: RandomAccessCollection & Sendable>(
    _ elements: Elements, selected: Int? = nil, rowHeight: Int = 1, target: String? = nil,
    row: @escaping @Sendable (Elements.Element) -> any View
  ) {
    self.init(count: elements.count, selected: selected, rowHeight: rowHeight, target: target) {
      row(elements[elements.index(elements.startIndex, offsetBy: $0)])
    }
  }

  /// All columns.
  public func columns(within limit: Int) -> Int { limit }

  /// As many as all rows take.
  public func rows(within columns: Int) -> Int { count * rowHeight }

  /// It takes the remaining space.
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

  /// The visible rows: the chosen one is as near to the middle as the ends of the list allow.
  static func seen(count: Int, selected: Int?, places: Int) -> Range<Int> {
    guard count > places else { return 0..<count }
    let chosen = min(max(0, selected ?? 0), count - 1)
    let first = min(max(0, chosen - places / 2), count - places)
    return first..<first + places
  }
}
