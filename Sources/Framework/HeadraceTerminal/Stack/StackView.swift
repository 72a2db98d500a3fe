public import HeadraceFlow

/// The view of a route stack: the path, the topmost screen, and the sheets presented over it.
///
/// ```swift
/// StackView(state.routes) { screen in
///   switch screen {
///   case .home(let home): homeView(home)
///   case .settings(let settings): settingsView(settings)
///   }
/// }
/// ```
///
/// A push replaces the screen below, and a cover hides everything. A sheet is drawn at its height
/// over the screen below, which is dimmed and loses its hints. Only visible screens are drawn, but
/// the closure is called for every route since the last cover, because the path shows their names.
public struct StackView: View {
  private struct Level: Sendable {
    /// The presentation of the level's first screen; `nil` if it hides the screens below.
    let sheet: SheetConfiguration?
    let detent: SheetDetent?
    var screens: [ScreenView]
  }

  private let levels: [Level]
  private let brand: String

  /// Creates the view of a stack.
  ///
  /// - Parameters:
  ///   - routes: The stack.
  ///   - brand: The text before the path to the screen.
  ///   - detents: The heights to which the user has dragged sheets; a sheet that isn't listed has
  ///     the first height of its configuration.
  ///   - screen: Returns the view of a screen.
  public init<Screen>(
    _ routes: [Route<Screen>], brand: String = "", detents: [RouteID: SheetDetent] = [:],
    screen: (Screen) -> ScreenView
  ) {
    let start = routes.lastIndex { !$0.isSheet && !$0.isPush } ?? 0
    var levels: [Level] = []
    for route in routes.dropFirst(start) {
      let shown = screen(route.screen)
      if route.isPush, !levels.isEmpty {
        levels[levels.count - 1].screens.append(shown)
      } else {
        levels.append(
          Level(
            sheet: route.sheetConfiguration,
            detent: detents[route.id] ?? route.sheetConfiguration?.detents.first, screens: [shown]))
      }
    }
    self.levels = levels
    self.brand = brand
  }

  /// Returns all available columns.
  public func columns(within limit: Int) -> Int { limit }
  /// Returns three rows, for the path, a line of the screen and the hints.
  ///
  /// A host gives the view the whole terminal.
  public func rows(within columns: Int) -> Int { 3 }
  /// The view takes all remaining space.
  public var flexibility: Flexibility { .both }

  /// Draws the topmost screen and the sheets over it.
  public func draw(on canvas: inout Canvas) {
    guard let base = levels.first else { return }
    drawScreen(base, isCovered: levels.count > 1, on: &canvas)
    for level in levels.dropFirst() {
      let dimmed = canvas.theme.dimmed
      canvas.restyle(canvas.bounds) { $0 = dimmed }
      canvas.forgetTargets()
      drawSheet(level, on: &canvas)
    }
  }

  /// Draws a screen, without its hints if a sheet covers it and receives the keys.
  private func drawScreen(_ level: Level, isCovered: Bool, on canvas: inout Canvas) {
    guard let screen = level.screens.last else { return }
    let titles = ([brand] + level.screens.map(\.title)).filter { !$0.isEmpty }
    let view = Column {
      Breadcrumb(titles)
      if canvas.size.rows >= 16 { Divider() }
      Fitted(screen.content)
      if !screen.hints.isEmpty {
        if isCovered { Gap() } else { KeyHints(screen.hints, more: screen.moreHint) }
      }
    }
    canvas.draw(view, in: canvas.bounds)
  }

  private func drawSheet(_ level: Level, on canvas: inout Canvas) {
    guard let screen = level.screens.last, let sheet = level.sheet else { return }
    let place = canvas.size
    let columns = min(place.columns, 76)
    let titles = level.screens.map(\.title).filter { !$0.isEmpty }.joined(separator: " › ")
    let content = Column {
      Fitted(screen.content)
      if !screen.hints.isEmpty { KeyHints(screen.hints, more: screen.moreHint) }
    }
    // One row of the screen below stays visible.
    let most = max(3, place.rows - 1)
    let rows: Int =
      switch level.detent ?? .automatic {
      case .automatic: Box(titles) { content }.rows(within: columns)
      case .fraction(let fraction): Int((Double(place.rows) * fraction).rounded())
      case .height(let height): height + 2
      }
    let height = min(most, max(3, rows))
    let part = Rect(
      origin: Position(column: (place.columns - columns) / 2, row: place.rows - height),
      size: Size(columns: columns, rows: height))
    canvas.draw(Box(titles) { content }, in: part)
    if sheet.showDragIndicator, sheet.detents.count > 1, columns > 12 {
      let sign = canvas.theme.drawsLines ? "━━━━" : "===="
      let handle = Position(column: part.origin.column + columns - 8, row: part.origin.row)
      canvas.write(sign, .accent, column: handle.column, row: handle.row)
      canvas.mark(
        Rect(origin: handle, size: Size(columns: 4, rows: 1)), as: StackTarget.sheetHandle)
    }
  }
}

/// The names of the mouse targets around screens.
public enum StackTarget {
  /// The handle of the topmost sheet, which changes its height.
  public static let sheetHandle = "sheet.handle"
}

/// The names of the screens on the path; the first ones are omitted if they don't fit.
private struct Breadcrumb: View {
  private let titles: [String]

  init(_ titles: [String]) {
    self.titles = titles
  }

  func columns(within limit: Int) -> Int { limit }
  func rows(within columns: Int) -> Int { 1 }

  func draw(on canvas: inout Canvas) {
    guard let last = titles.last else { return }
    let arrow = canvas.theme.drawsLines ? " › " : " > "
    var way = titles.dropLast()
    let place = canvas.size.columns - CellText.columns(of: last)
    func columns(_ titles: ArraySlice<String>) -> Int {
      titles.reduce(0) { $0 + CellText.columns(of: $1) + 3 }
    }
    while !way.isEmpty, columns(way) > place { way = way.dropFirst() }
    var column = 0
    for title in way {
      column += canvas.write(title + arrow, .secondary, column: column)
    }
    canvas.write(
      CellText.truncated(last, to: canvas.size.columns), .title, column: column)
  }
}

/// A view that takes all remaining rows, regardless of what its content wants.
private struct Fitted: View {
  private let view: any View

  init(_ view: any View) {
    self.view = view
  }

  func columns(within limit: Int) -> Int { view.columns(within: limit) }
  func rows(within columns: Int) -> Int { view.rows(within: columns) }
  func draw(on canvas: inout Canvas) { view.draw(on: &canvas) }
  var flexibility: Flexibility { .both }
}
