/// A part of a screen, which reports how much space it wants and draws itself.
///
/// A view is a value that is created again for every frame. Columns come first: a view receives the
/// number of columns that it may use, and returns the number of rows that it then needs.
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
  /// Returns the number of columns that the view wants, at most `limit`.
  func columns(within limit: Int) -> Int

  /// Returns the number of rows that the view wants with a given number of columns.
  func rows(within columns: Int) -> Int

  /// Draws the view on a canvas that has the size of its area.
  func draw(on canvas: inout Canvas)

  /// The view's share of the remaining space; none by default.
  var flexibility: Flexibility { get }
}

extension View {
  /// No share of the remaining space.
  public var flexibility: Flexibility { .none }
}

/// A view's share of the remaining space in each direction.
public struct Flexibility: Hashable, Sendable {
  /// The weight among the flexible views of a row; 0 to take nothing.
  public var columns: Int
  /// The weight among the flexible views of a column; 0 to take nothing.
  public var rows: Int

  /// Creates a flexibility from its weights; a negative weight counts as 0.
  public init(columns: Int = 0, rows: Int = 0) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  /// Takes no remaining space.
  public static let none = Flexibility()
  /// Takes the remaining space in both directions.
  public static let both = Flexibility(columns: 1, rows: 1)
}

extension View {
  /// Draws the view on a grid of its own.
  ///
  /// - Parameters:
  ///   - size: The size of the grid.
  ///   - theme: The theme.
  public func grid(_ size: Size, theme: Theme = .plain) -> Grid {
    var canvas = Canvas(grid: Grid(size: size), theme: theme)
    canvas.draw(self, in: Rect(size: size))
    return canvas.grid
  }
}

/// Collects views that are written one below the other.
@resultBuilder
public enum ViewBuilder {
  /// Returns a view of a block.
  public static func buildExpression(_ view: some View) -> [any View] { [view] }
  /// Returns views that were created elsewhere.
  public static func buildExpression(_ views: [any View]) -> [any View] { views }
  /// Returns all views of a block.
  public static func buildBlock(_ views: [any View]...) -> [any View] { views.flatMap { $0 } }
  /// Returns the views of an `if`, or none.
  public static func buildOptional(_ views: [any View]?) -> [any View] { views ?? [] }
  /// Returns the views of an `if`.
  public static func buildEither(first views: [any View]) -> [any View] { views }
  /// Returns the views of an `else`.
  public static func buildEither(second views: [any View]) -> [any View] { views }
  /// Returns the views of a loop.
  public static func buildArray(_ views: [[any View]]) -> [any View] { views.flatMap { $0 } }
}
