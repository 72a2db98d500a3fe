public import Headrace
public import HeadraceFlow

/// The toasts that are visible, one below the other at the upper right, over the screen.
public struct Toasts: View {
  private let toasts: [(kind: Toast.Kind, message: String)]
  private let tick: Int

  /// Creates the view of a queue's toasts.
  ///
  /// - Parameters:
  ///   - queue: The queue.
  ///   - tick: Turns the sign of a loading toast, as in ``Spinner``.
  ///   - localize: Looks texts up, as `TextState.resolved(by:)` says.
  public init(
    _ queue: ToastQueue.State, tick: Int = 0, localize: (LocalizedKey) -> String? = { _ in nil }
  ) {
    toasts = queue.visible.map { ($0.kind, $0.message.resolved(by: localize)) }
    self.tick = tick
  }

  /// All columns.
  public func columns(within limit: Int) -> Int { limit }
  /// One for each toast, and more for a long one.
  public func rows(within columns: Int) -> Int { toasts.count }
  /// It takes the remaining space.
  public var flexibility: Flexibility { .both }

  /// Draws the toasts below the first row, which names the screen.
  public func draw(on canvas: inout Canvas) {
    var row = 1
    for toast in toasts {
      let view = Row {
        if toast.kind == .loading { Spinner(tick: tick) } else { Text(sign(toast.kind, canvas)) }
        Text(toast.message).flexible()
      }.padding()
      let columns = min(
        CellText.columns(of: toast.message) + 4, Self.columnsMax(of: canvas.size.columns))
      let rows = view.rows(within: columns)
      let part = Rect(
        origin: Position(column: canvas.size.columns - columns, row: row),
        size: Size(columns: columns, rows: rows))
      let style = canvas.theme[role(toast.kind)]
      canvas.fill(part, style: style.adding(.reverse))
      canvas.draw(view, in: part)
      canvas.restyle(part) { $0 = style.adding(.reverse) }
      row += rows
    }
  }

  /// How wide a toast may be: half of the screen. In a narrow one that would be several rows, which
  /// hide more than one long row.
  private static func columnsMax(of columns: Int) -> Int {
    columns < 60 ? columns : columns / 2
  }

  private func role(_ kind: Toast.Kind) -> StyleRole {
    switch kind {
    case .success: .success
    case .error: .failure
    case .warning: .warning
    case .info, .loading: .accent
    }
  }

  private func sign(_ kind: Toast.Kind, _ canvas: Canvas) -> String {
    switch kind {
    case .success: canvas.theme.drawsLines ? "✓" : "+"
    case .error: canvas.theme.drawsLines ? "✗" : "x"
    case .warning: "!"
    case .info, .loading: "i"
    }
  }
}
