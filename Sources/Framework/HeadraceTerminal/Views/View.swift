/// A part of a screen: it says how much space it wants, and draws itself in its place.
///
/// A view is a value that is made again for every frame. Columns come first: a view receives the
/// number that it may use, and returns how many rows it then needs.
///
/// ```swift
/// struct Balance: View {
///   var amount: String
///   func columns(within limit: Int) -> Int { min(limit, CellText.columns(of: amount)) }
///   func rows(within columns: Int) -> Int { 1 }
///   func draw(on canvas: inout Canvas) { canvas.write(amount, .title) }
/// }
/// ```
public protocol View: Sendable {
  /// How many columns it wants, `limit` at most.
  func columns(within limit: Int) -> Int

  /// How many rows it wants with a given number of columns.
  func rows(within columns: Int) -> Int

  /// Draws it on a canvas, which has the size of its place.
  func draw(on canvas: inout Canvas)

  /// The share that it takes of the remaining space; nothing by default.
  var flexibility: Flexibility { get }
}

extension View {
  /// No share of the remaining space.
  public var flexibility: Flexibility { .none }
}

/// The share that a view takes of the remaining space, in each direction.
public struct Flexibility: Hashable, Sendable {
  /// Its weight among the flexible views of a row; 0 to take nothing.
  public var columns: Int
  /// Its weight among the flexible views of a column; 0 to take nothing.
  public var rows: Int

  /// Creates it from weights from 0; a negative weight counts as 0.
  public init(columns: Int = 0, rows: Int = 0) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  /// It takes nothing.
  public static let none = Flexibility()
  /// It takes the remaining space in both directions.
  public static let both = Flexibility(columns: 1, rows: 1)
}

extension View {
  /// The view on its own grid.
  ///
  /// - Parameters:
  ///   - size: How many columns and rows the grid has.
  ///   - theme: How it looks.
  public func grid(_ size: Size, theme: Theme = .plain) -> Grid {
    var canvas = Canvas(grid: Grid(size: size), theme: theme)
    canvas.draw(self, in: Rect(size: size))
    return canvas.grid
  }
}

/// Collects views that are written below each other.
@resultBuilder
public enum ViewBuilder {
  /// One view of a block.
  public static func buildExpression(_ view: some View) -> [any View] { [view] }
  /// Views that were made elsewhere.
  public static func buildExpression(_ views: [any View]) -> [any View] { views }
  /// All views of a block.
  public static func buildBlock(_ views: [any View]...) -> [any View] { views.flatMap { $0 } }
  /// The views of an `if`, or none.
  public static func buildOptional(_ views: [any View]?) -> [any View] { views ?? [] }
  /// The views of an `if`.
  public static func buildEither(first views: [any View]) -> [any View] { views }
  /// The views of an `else`.
  public static func buildEither(second views: [any View]) -> [any View] { views }
  /// The views of a loop.
  public static func buildArray(_ views: [[any View]]) -> [any View] { views.flatMap { $0 } }
}
