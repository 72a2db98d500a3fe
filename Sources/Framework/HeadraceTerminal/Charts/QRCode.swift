/// A matrix of dark and light modules that a camera can read.
///
/// One cell shows two modules, one above the other. They are always dark on light and surrounded by
/// the quiet zone that ISO/IEC 18004 requires, whatever the theme's colours are.
public struct QRCode: View {
  private let side: Int
  private let isDark: [Bool]

  /// The width of the light border around the matrix, in modules.
  static let quietZone = 4

  /// Creates a code from its modules.
  ///
  /// - Parameters:
  ///   - modules: The modules, row by row; `true` for a dark one.
  ///   - side: The number of modules in a row.
  /// - Returns: `nil` if the modules don't form a square with that side.
  public init?(modules: [Bool], side: Int) {
    guard side > 0, side <= 1024, modules.count == side * side else { return nil }
    isDark = modules
    self.side = side
  }

  /// Returns one column for each module, including the quiet zone.
  public func columns(within limit: Int) -> Int { side + 2 * Self.quietZone }
  /// Returns one row for every two modules.
  public func rows(within columns: Int) -> Int { (side + 2 * Self.quietZone + 1) / 2 }

  /// Draws the modules, or a one-line notice if they don't all fit.
  ///
  /// A part of a code can't be read.
  public func draw(on canvas: inout Canvas) {
    let full = side + 2 * Self.quietZone
    guard canvas.size.columns >= full, canvas.size.rows >= rows(within: full) else {
      return canvas.draw(
        Text("▢ \(full) × \(rows(within: full))", .secondary), in: canvas.bounds)
    }
    let style = Style(.rgb(0, 0, 0), on: .rgb(255, 255, 255))
    for row in 0..<rows(within: full) {
      var line = ""
      for column in 0..<full {
        let upper = isDark(column, 2 * row)
        let lower = isDark(column, 2 * row + 1)
        line.append(upper ? (lower ? "█" : "▀") : lower ? "▄" : " ")
      }
      canvas.write(line, style: style, row: row)
    }
  }

  private func isDark(_ column: Int, _ row: Int) -> Bool {
    let (x, y) = (column - Self.quietZone, row - Self.quietZone)
    guard (0..<side).contains(x), (0..<side).contains(y) else { return false }
    return isDark[y * side + x]
  }
}
