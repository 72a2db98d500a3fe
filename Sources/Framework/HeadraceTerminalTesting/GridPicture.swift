public import HeadraceTerminal

extension Grid {
  /// Draws the grid as an SVG 1.1 picture for documentation.
  ///
  /// The picture has its own background, so it is readable on light and dark pages. A character
  /// takes 8.4 by 18 units; each run of one style is fitted to its cells, whatever font a reader
  /// has.
  ///
  /// - Parameter title: A description for readers who can't see the picture.
  public func picture(title: String) -> String {
    let (width, height) = (Double(size.columns) * Picture.column, Double(size.rows) * Picture.row)
    let (outerWidth, outerHeight) = (width + 2 * Picture.margin, height + 2 * Picture.margin)
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Picture.text(outerWidth)) \
      \(Picture.text(outerHeight))" role="img" aria-label="\(Picture.escaped(title))">
      """,
      "<title>\(Picture.escaped(title))</title>",
      """
      <rect width="100%" height="100%" rx="8" fill="\(Picture.background)"/>
      <g font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
      """,
    ]
    for row in 0..<size.rows { lines += Picture.runs(of: self, row: row) }
    return (lines + ["</g>", "</svg>", ""]).joined(separator: "\n")
  }
}

private enum Picture {
  static let column = 8.4
  static let row = 18.0
  static let margin = 12.0
  static let background = "#10151c"
  static let foreground = "#dbe2ea"

  /// The sixteen named colours, with the values that most terminals use.
  static let named = [
    "#2b3440", "#e5534b", "#57ab5a", "#c69026", "#539bf5", "#b083f0", "#39c5cf", "#adbac7",
    "#636e7b", "#ff938a", "#6bc46d", "#daaa3f", "#6cb6ff", "#dcbdfb", "#56d4dd", "#cdd9e5",
  ]

  /// Returns the cells of a row, grouped into runs of one style.
  static func runs(of grid: Grid, row: Int) -> [String] {
    var lines: [String] = []
    var start = 0
    while start < grid.size.columns {
      let style = grid.style(at: Position(column: start, row: row))
      var (end, text) = (start, "")
      while end < grid.size.columns, grid.style(at: Position(column: end, row: row)) == style {
        if let character = grid[Position(column: end, row: row)] { text.append(character) }
        end += 1
      }
      lines += run(text, style, columns: start..<end, row: row)
      start = end
    }
    return lines
  }

  private static func run(
    _ content: String, _ style: Style, columns: Range<Int>, row: Int
  ) -> [String] {
    var (front, back) = (
      hex(style.foreground) ?? foreground, hex(style.background)
    )
    if style.traits.contains(.reverse) { (front, back) = (back ?? background, front) }
    let (x, y) = (margin + Double(columns.lowerBound) * column, margin + Double(row) * Self.row)
    let width = Double(columns.count) * column
    var lines: [String] = []
    if let back {
      lines.append(
        """
        <rect x="\(text(x))" y="\(text(y))" width="\(text(width))" height="\(text(Self.row))" \
        fill="\(back)"/>
        """)
    }
    guard content.contains(where: { $0 != " " }) else { return lines }
    let weight = style.traits.contains(.bold) ? " font-weight=\"bold\"" : ""
    let opacity = style.traits.contains(.dim) ? " opacity=\"0.6\"" : ""
    // Chromium collapses the spaces of a text that doesn't set `xml:space` itself, and stretches
    // the remainder to the run's length.
    lines.append(
      """
      <text x="\(text(x))" y="\(text(y + 13.5))" textLength="\(text(width))" \
      lengthAdjust="spacingAndGlyphs" xml:space="preserve" fill="\(front)"\(weight)\(opacity)>\
      \(escaped(content))</text>
      """)
    return lines
  }

  private static func hex(_ color: Color) -> String? {
    if let parts = color.parts {
      return "#" + [parts.red, parts.green, parts.blue].map(Self.twoDigits).joined()
    }
    let number = (0..<16).first { color == .palette(UInt8($0)) }
    return number.map { named[$0] }
  }

  private static func twoDigits(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return digits.count == 1 ? "0" + digits : digits
  }

  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }

  /// Formats a number with at most one decimal digit.
  static func text(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
