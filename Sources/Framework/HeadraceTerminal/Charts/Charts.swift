/// A bar chart with one column for each value, the latest at the right.
///
/// If there are more values than columns, only the latest are shown.
public struct BarChart: View {
  private let values: [Double]

  /// Creates a chart.
  ///
  /// - Parameter values: The values, from 0; negative values and NaN count as 0.
  public init(_ values: [Double]) {
    self.values = values.map { $0.isFinite ? max(0, $0) : 0 }
  }

  /// Returns one column for each value, within the limit.
  public func columns(within limit: Int) -> Int { min(limit, values.count) }
  /// Returns four rows.
  public func rows(within columns: Int) -> Int { 4 }
  /// The chart takes all remaining space.
  public var flexibility: Flexibility { .both }

  /// Draws the bars, scaled so that the highest value reaches the top.
  public func draw(on canvas: inout Canvas) {
    let rows = canvas.size.rows
    let shown = values.suffix(canvas.size.columns)
    guard let highest = shown.max(), highest > 0 else { return }
    for (column, value) in shown.enumerated() {
      let eighths = Int((value / highest * Double(rows * 8)).rounded())
      for row in 0..<rows {
        let filled = eighths - (rows - 1 - row) * 8
        let sign =
          canvas.theme.drawsLines ? BarSigns.vertical(eighths: filled) : filled >= 4 ? "#" : " "
        canvas.write(String(sign), .chart, column: column, row: row)
      }
    }
  }
}

/// A line chart, with the latest value at the right.
///
/// The line is drawn with Braille dots, two by four in a cell. Its lowest value is at the bottom
/// and its highest at the top; the labels for these two, if any, are at the right.
public struct LineChart: View {
  private let values: [Double]
  private let highest: String
  private let lowest: String

  /// Creates a chart.
  ///
  /// - Parameters:
  ///   - values: The values in equal steps; values that are not finite are omitted.
  ///   - highest: The label for the highest value.
  ///   - lowest: The label for the lowest value.
  public init(_ values: [Double], highest: String = "", lowest: String = "") {
    self.values = values.filter(\.isFinite)
    self.highest = highest
    self.lowest = lowest
  }

  /// Returns all available columns.
  public func columns(within limit: Int) -> Int { limit }
  /// Returns four rows.
  public func rows(within columns: Int) -> Int { 4 }
  /// The chart takes all remaining space.
  public var flexibility: Flexibility { .both }

  /// Draws the line, and the labels if there is room for both.
  public func draw(on canvas: inout Canvas) {
    let words = max(CellText.columns(of: highest), CellText.columns(of: lowest))
    let columns = canvas.size.columns - words - 1
    guard words > 0, columns >= Self.columnsMin else { return drawLine(on: &canvas) }
    let size = Size(columns: columns, rows: canvas.size.rows)
    canvas.draw(
      LineChart(values), in: Rect(origin: Position(column: 0, row: 0), size: size))
    drawWords(column: columns + 1, on: &canvas)
  }

  /// The minimum width of the line beside its labels, in columns.
  private static let columnsMin = 8

  private func drawWords(column: Int, on canvas: inout Canvas) {
    let rows = canvas.size.rows
    guard let least = values.min(), let most = values.max() else { return }
    // If all values are equal, the line runs through the middle.
    let row = least == most && canvas.theme.drawsLines ? rows - 1 - rows / 2 : 0
    canvas.write(highest, .secondary, column: column, row: max(0, row))
    // Bars begin at zero, not at the lowest value, so it is written only beside a line.
    guard least < most, rows > 1, canvas.theme.drawsLines else { return }
    canvas.write(lowest, .secondary, column: column, row: rows - 1)
  }

  private func drawLine(on canvas: inout Canvas) {
    guard canvas.theme.drawsLines else { return canvas.draw(BarChart(values), in: canvas.bounds) }
    let (columns, rows) = (canvas.size.columns, canvas.size.rows)
    guard columns > 0, rows > 0, !values.isEmpty else { return }
    var dots = [UInt8](repeating: 0, count: columns * rows)
    var before: Int?
    for x in 0..<columns * 2 {
      let y = height(at: x, of: columns * 2, in: rows * 4)
      // Begins at the previous height, so that the line has no gaps.
      for dot in min(y, before ?? y)...max(y, before ?? y) {
        dots[(rows - 1 - dot / 4) * columns + x / 2] |= Self.bit(x % 2, 3 - dot % 4)
      }
      before = y
    }
    for (place, bits) in dots.enumerated() where bits != 0 {
      let sign = Unicode.Scalar(0x2800 + UInt32(bits)).map { String(Character($0)) } ?? " "
      canvas.write(sign, .chart, column: place % columns, row: place / columns)
    }
  }

  private func height(at x: Int, of width: Int, in height: Int) -> Int {
    guard let lowest = values.min(), let highest = values.max(), highest > lowest else {
      return height / 2
    }
    let place = Double(x) / Double(max(1, width - 1)) * Double(values.count - 1)
    let index = min(values.count - 1, Int(place))
    let next = min(values.count - 1, index + 1)
    let value = values[index] + (values[next] - values[index]) * (place - Double(index))
    return Int(((value - lowest) / (highest - lowest) * Double(height - 1)).rounded())
  }

  /// Returns the bit of a dot in a Braille cell.
  private static func bit(_ column: Int, _ row: Int) -> UInt8 {
    let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
    return bits[column][row]
  }
}
