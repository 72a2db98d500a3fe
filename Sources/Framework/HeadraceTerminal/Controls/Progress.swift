/// A bar that shows the progress of work.
public struct ProgressBar: View {
  private let fraction: Double

  /// Creates a bar.
  ///
  /// - Parameter fraction: The completed part, from 0 to 1; values outside are clamped.
  public init(_ fraction: Double) {
    self.fraction = fraction.isNaN ? 0 : min(1, max(0, fraction))
  }

  /// Returns all available columns.
  public func columns(within limit: Int) -> Int { limit }
  /// Returns one row.
  public func rows(within columns: Int) -> Int { 1 }
  /// The bar takes all remaining columns.
  public var flexibility: Flexibility { Flexibility(columns: 1) }

  /// Draws the bar in steps of an eighth of a cell.
  public func draw(on canvas: inout Canvas) {
    let eighths = Int((fraction * Double(canvas.size.columns * 8)).rounded())
    if canvas.theme.drawsLines {
      canvas.write(String(repeating: "░", count: canvas.size.columns), .border)
      canvas.write(BarSigns.horizontal(eighths: eighths), .chart)
    } else {
      canvas.write(String(repeating: ".", count: canvas.size.columns), .border)
      canvas.write(String(repeating: "#", count: eighths / 8), .chart)
    }
  }
}

/// An animated sign for work in progress whose duration is unknown.
public struct Spinner: View {
  private let tick: Int

  /// Creates a spinner.
  ///
  /// - Parameter tick: A number from the feature's state that grows a few times a second while the
  ///   spinner is visible. A state that doesn't change draws no frame.
  public init(tick: Int) {
    self.tick = tick
  }

  private static let signs = Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")
  private static let plainSigns = Array("|/-\\")

  /// Returns one column.
  public func columns(within limit: Int) -> Int { min(limit, 1) }
  /// Returns one row.
  public func rows(within columns: Int) -> Int { 1 }

  /// Draws the sign.
  public func draw(on canvas: inout Canvas) {
    let signs = canvas.theme.drawsLines ? Self.signs : Self.plainSigns
    let place = tick % signs.count
    canvas.write(String(signs[place < 0 ? place + signs.count : place]), .accent)
  }
}

/// Block characters that fill parts of cells.
enum BarSigns {
  private static let fromLeft = Array("▏▎▍▌▋▊▉█")
  private static let fromBelow = Array("▁▂▃▄▅▆▇█")

  static func horizontal(eighths: Int) -> String {
    guard eighths > 0 else { return "" }
    let full = String(repeating: "█", count: eighths / 8)
    return eighths % 8 == 0 ? full : full + String(fromLeft[eighths % 8 - 1])
  }

  /// Returns the character of a vertical bar's cell that is filled by a number of eighths.
  static func vertical(eighths: Int) -> Character {
    eighths <= 0 ? " " : fromBelow[min(8, eighths) - 1]
  }
}
