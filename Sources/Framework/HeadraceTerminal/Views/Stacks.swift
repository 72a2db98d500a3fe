/// Views side by side.
///
/// Each gets the columns that it wants, from the left, as long as there are any; the flexible ones
/// share the rest.
public struct Row: View {
  private let views: [any View]
  private let spacing: Int

  /// Creates a row.
  ///
  /// - Parameters:
  ///   - spacing: How many columns lie between two views, from 0.
  ///   - views: The views, from the left.
  public init(spacing: Int = 1, @ViewBuilder _ views: () -> [any View]) {
    self.views = views()
    self.spacing = max(0, spacing)
  }

  /// The sum of what the views want.
  public func columns(within limit: Int) -> Int {
    let gaps = spacing * max(0, views.count - 1)
    return min(limit, views.reduce(gaps) { $0 + $1.columns(within: limit) })
  }

  /// As many as the highest view wants.
  public func rows(within columns: Int) -> Int {
    zip(views, shares(of: columns)).reduce(0) { max($0, $1.0.rows(within: $1.1)) }
  }

  /// Draws the views, each over the whole height.
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

  /// Flexible where one of its views is.
  public var flexibility: Flexibility { views.flexibility }

  private func shares(of columns: Int) -> [Int] {
    LengthShares.of(
      columns, spacing: spacing, weights: views.map(\.flexibility.columns)
    ) { views[$0].columns(within: $1) }
  }
}

/// Views below each other.
///
/// Each gets the rows that it wants, from the top, as long as there are any; the flexible ones
/// share the rest.
public struct Column: View {
  private let views: [any View]
  private let spacing: Int

  /// Creates a column.
  ///
  /// - Parameters:
  ///   - spacing: How many rows lie between two views, from 0.
  ///   - views: The views, from the top.
  public init(spacing: Int = 0, @ViewBuilder _ views: () -> [any View]) {
    self.views = views()
    self.spacing = max(0, spacing)
  }

  /// As many as the widest view wants.
  public func columns(within limit: Int) -> Int {
    views.reduce(0) { max($0, $1.columns(within: limit)) }
  }

  /// The sum of what the views want.
  public func rows(within columns: Int) -> Int {
    views.reduce(spacing * max(0, views.count - 1)) { $0 + $1.rows(within: columns) }
  }

  /// Draws the views, each over the whole width.
  public func draw(on canvas: inout Canvas) {
    let size = canvas.size
    // Gaps give way to views with content.
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

  /// Flexible where one of its views is.
  public var flexibility: Flexibility { views.flexibility }
}

/// Views over each other, the first at the bottom.
public struct Layers: View {
  private let views: [any View]

  /// Creates layers, the first at the bottom.
  public init(@ViewBuilder _ views: () -> [any View]) {
    self.views = views()
  }

  /// As many as the widest view wants.
  public func columns(within limit: Int) -> Int {
    views.reduce(0) { max($0, $1.columns(within: limit)) }
  }

  /// As many as the highest view wants.
  public func rows(within columns: Int) -> Int {
    views.reduce(0) { max($0, $1.rows(within: columns)) }
  }

  /// Draws the views over each other, each over the whole place.
  public func draw(on canvas: inout Canvas) {
    for view in views { canvas.draw(view, in: canvas.bounds) }
  }

  /// Flexible where one of its views is.
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

/// Empty space, as much as remains.
public struct Spacer: View {
  /// Creates a spacer.
  public init() {}

  /// None.
  public func columns(within limit: Int) -> Int { 0 }
  /// None.
  public func rows(within columns: Int) -> Int { 0 }
  /// Draws nothing.
  public func draw(on canvas: inout Canvas) {}
  /// It takes the remaining space.
  public var flexibility: Flexibility { .both }
}

/// An empty row; a ``Column`` without space for all its views omits its gaps.
public struct Gap: View {
  /// Creates a gap.
  public init() {}

  /// None.
  public func columns(within limit: Int) -> Int { 0 }
  /// One.
  public func rows(within columns: Int) -> Int { 1 }
  /// Draws nothing.
  public func draw(on canvas: inout Canvas) {}
}

/// A line from left to right.
public struct Divider: View {
  /// Creates a line.
  public init() {}

  /// It has no width of its own: it is as wide as its place.
  public func columns(within limit: Int) -> Int { 0 }
  /// One.
  public func rows(within columns: Int) -> Int { 1 }
  /// Draws the line.
  public func draw(on canvas: inout Canvas) {
    let line = canvas.theme.drawsLines ? "─" : "-"
    canvas.write(String(repeating: line, count: canvas.size.columns), .border)
  }
}

/// How parts that want some of a length share it.
enum LengthShares {
  /// The length of each part.
  ///
  /// - Parameters:
  ///   - length: The whole length.
  ///   - spacing: What lies between two parts.
  ///   - weights: The weight of each part among the flexible ones; 0 if it is not flexible.
  ///   - wanted: What a part wants, by its index and the remaining length.
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
