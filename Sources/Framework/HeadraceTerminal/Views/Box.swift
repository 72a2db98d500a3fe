/// A view with a border around it, and a title in the border.
public struct Box: View {
  private let title: String
  private let role: StyleRole
  private let view: any View

  /// Creates a box.
  ///
  /// - Parameters:
  ///   - title: The text in the upper line, truncated if it is too long.
  ///   - role: The style of the title.
  ///   - views: The views in the box, from the top.
  public init(
    _ title: String = "", _ role: StyleRole = .title, @ViewBuilder _ views: () -> [any View]
  ) {
    self.title = title
    self.role = role
    let views = views()
    view = views.count == 1 ? views[0] : Column { views }
  }

  /// Returns the columns of the content or the title, and of the lines at both sides.
  public func columns(within limit: Int) -> Int {
    let content = view.columns(within: max(0, limit - 4)) + 4
    return min(limit, max(content, title.isEmpty ? 0 : CellText.columns(of: title) + 6))
  }

  /// Returns the rows of the content and of the lines above and below.
  public func rows(within columns: Int) -> Int {
    view.rows(within: max(0, columns - 4)) + 2
  }

  /// Draws the lines, the title and the content.
  public func draw(on canvas: inout Canvas) {
    let size = canvas.size
    guard size.columns > 1, size.rows > 1 else { return }
    canvas.fill(canvas.bounds)
    let signs = canvas.theme.drawsLines ? BoxSigns.lines : BoxSigns.plain
    let line = String(repeating: signs.horizontal, count: size.columns - 2)
    canvas.write(signs.top.left + line + signs.top.right, .border)
    for row in 1..<size.rows - 1 {
      canvas.write(signs.vertical, .border, row: row)
      canvas.write(signs.vertical, .border, column: size.columns - 1, row: row)
    }
    canvas.write(signs.bottom.left + line + signs.bottom.right, .border, row: size.rows - 1)
    if !title.isEmpty, size.columns > 6 {
      canvas.write(
        " \(CellText.truncated(title, to: size.columns - 6)) ", role, column: 2)
    }
    canvas.draw(view, in: canvas.bounds.inset(columns: 2, rows: 1))
  }

  /// The flexibility of the content.
  public var flexibility: Flexibility { view.flexibility }
}

/// The characters of a box.
private struct BoxSigns {
  let horizontal: String
  let vertical: String
  let top: (left: String, right: String)
  let bottom: (left: String, right: String)

  static let lines = BoxSigns(
    horizontal: "─", vertical: "│", top: ("╭", "╮"), bottom: ("╰", "╯"))
  static let plain = BoxSigns(
    horizontal: "-", vertical: "|", top: ("+", "+"), bottom: ("+", "+"))
}
