/// Views side by side.
///
/// Each view gets the columns that it wants, from the left, as long as there are any; the flexible
/// views share the rest.
public struct Row: View {
  private let views: [any View]
  private let spacing: Int

  /// Creates a row.
  ///
  /// - Parameters:
  ///   - spacing: The number of columns between two views, from 0.
  ///   - views: The views, from the left.
  public init(spacing: Int = 1, @ViewBuilder _ views: () -> [any View]) {
    self.views = views()
    self.spacing = max(0, spacing)
  }

  /// Returns the sum of the views' columns.
  public func columns(within limit: Int) -> Int {
    let gaps = spacing * max(0, views.count - 1)
    return min(limit, views.reduce(gaps) { $0 + $1.columns(within: limit) })
  }

  /// Returns the rows of the highest view.
  public func rows(within columns: Int) -> Int {
    zip(views, shares(of: columns)).reduce(0) { max($0, $1.0.rows(within: $1.1)) }
  }

  /// Draws the views, each at the full height.
  public func draw(on canvas: inout Canvas) {
    var column = 0
    for (view, columns) in zip(views, shares(of: canvas.size.columns)) {
      canvas.draw(
        view,
        in: Rect(
          origin: Position(column: column, row: 0),
          size: Size(columns: columns, rows: canvas.size.rows)))
      column += columns + spacing
    }
  }

  /// Flexible if one of the views is.
  public var flexibility: Flexibility { views.flexibility }

  private func shares(of columns: Int) -> [Int] {
    LengthShares.of(
      columns, spacing: spacing, weights: views.map(\.flexibility.columns)
    ) { views[$0].columns(within: $1) }
  }
}

/// Views stacked vertically.
///
/// Each view gets the rows that it wants, from the top, as long as there are any; the flexible
/// views share the rest.
public struct Column: View {
  private let views: [any View]
  private let spacing: Int

  /// Creates a column.
  ///
  /// - Parameters:
  ///   - spacing: The number of rows between two views, from 0.
  ///   - views: The views, from the top.
  public init(spacing: Int = 0, @ViewBuilder _ views: () -> [any View]) {
    self.views = views()
    self.spacing = max(0, spacing)
  }

  /// Returns the columns of the widest view.
  public func columns(within limit: Int) -> Int {
    views.reduce(0) { max($0, $1.columns(within: limit)) }
  }

  /// Returns the sum of the views' rows.
  public func rows(within columns: Int) -> Int {
    views.reduce(spacing * max(0, views.count - 1)) { $0 + $1.rows(within: columns) }
  }

  /// Draws the views, each at the full width.
  public func draw(on canvas: inout Canvas) {
    let size = canvas.size
    // Gaps make room for views with content.
    let isTight = rows(within: size.columns) > size.rows
    let views = isTight ? self.views.filter { !($0 is Gap) } : self.views
    let shares = LengthShares.of(
      size.rows, spacing: spacing, weights: views.map(\.flexibility.rows)
    ) { place, left in min(left, views[place].rows(within: size.columns)) }
    var row = 0
    for (view, rows) in zip(views, shares) {
      canvas.draw(
        view,
        in: Rect(
          origin: Position(column: 0, row: row), size: Size(columns: size.columns, rows: rows)))
      row += rows + spacing
    }
  }

  /// Flexible if one of the views is.
  public var flexibility: Flexibility { views.flexibility }
}

/// Views on top of each other, the first at the bottom.
public struct Layers: View {
  private let views: [any View]

  /// Creates layers, the first at the bottom.
  public init(@ViewBuilder _ views: () -> [any View]) {
    self.views = views()
  }

  /// Returns the columns of the widest view.
  public func columns(within limit: Int) -> Int {
    views.reduce(0) { max($0, $1.columns(within: limit)) }
  }

  /// Returns the rows of the highest view.
  public func rows(within columns: Int) -> Int {
    views.reduce(0) { max($0, $1.rows(within: columns)) }
  }

  /// Draws the views on top of each other, each over the whole area.
  public func draw(on canvas: inout Canvas) {
    for view in views { canvas.draw(view, in: canvas.bounds) }
  }

  /// Flexible if one of the views is.
  public var flexibility: Flexibility { views.flexibility }
}

extension [any View] {
  fileprivate var flexibility: Flexibility {
    reduce(into: .none) { sum, view in
      sum.columns = Swift.max(sum.columns, view.flexibility.columns)
      sum.rows = Swift.max(sum.rows, view.flexibility.rows)
    }
  }
}

/// Empty space that takes all that remains.
public struct Spacer: View {
  /// Creates a spacer.
  public init() {}

  /// Returns no columns.
  public func columns(within limit: Int) -> Int { 0 }
  /// Returns no rows.
  public func rows(within columns: Int) -> Int { 0 }
  /// Draws nothing.
  public func draw(on canvas: inout Canvas) {}
  /// The spacer takes all remaining space.
  public var flexibility: Flexibility { .both }
}

/// An empty row; a ``Column`` without space for all its views omits its gaps.
public struct Gap: View {
  /// Creates a gap.
  public init() {}

  /// Returns no columns.
  public func columns(within limit: Int) -> Int { 0 }
  /// Returns one row.
  public func rows(within columns: Int) -> Int { 1 }
  /// Draws nothing.
  public func draw(on canvas: inout Canvas) {}
}

/// A horizontal line.
public struct Divider: View {
  /// Creates a line.
  public init() {}

  /// Returns no columns: a divider is as wide as its area.
  public func columns(within limit: Int) -> Int { 0 }
  /// Returns one row.
  public func rows(within columns: Int) -> Int { 1 }
  /// Draws the line.
  public func draw(on canvas: inout Canvas) {
    let line = canvas.theme.drawsLines ? "─" : "-"
    canvas.write(String(repeating: line, count: canvas.size.columns), .border)
  }
}

/// Divides a length among parts that each want some of it.
enum LengthShares {
  /// Returns the length of each part.
  ///
  /// - Parameters:
  ///   - length: The whole length.
  ///   - spacing: The space between two parts.
  ///   - weights: The weight of each part among the flexible ones; 0 if it is not flexible.
  ///   - wanted: Returns the length that a part wants, given its index and the remaining length.
  static func of(
    _ length: Int, spacing: Int, weights: [Int], wanted: (Int, Int) -> Int
  ) -> [Int] {
    guard !weights.isEmpty else { return [] }
    var left = max(0, length - spacing * (weights.count - 1))
    var shares = [Int](repeating: 0, count: weights.count)
    for (place, weight) in weights.enumerated() where weight == 0 {
      shares[place] = max(0, min(left, wanted(place, left)))
      left -= shares[place]
    }
    var weight = weights.reduce(0, +)
    for (place, part) in weights.enumerated() where part > 0 {
      shares[place] = left * part / weight
      left -= shares[place]
      weight -= part
    }
    return shares
  }
}
