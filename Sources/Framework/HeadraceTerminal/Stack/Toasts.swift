public import Headrace
public import HeadraceFlow

/// The visible toasts, one below the other at the upper right of the screen.
public struct Toasts: View {
  private let toasts: [(kind: Toast.Kind, message: String)]
  private let tick: Int

  /// Creates the view of a queue's toasts.
  ///
  /// - Parameters:
  ///   - queue: The queue.
  ///   - tick: Animates the sign of a loading toast, as in ``Spinner``.
  ///   - localize: Looks up texts as described at `TextState.resolved(by:)`.
  public init(
    _ queue: ToastQueue.State, tick: Int = 0, localize: (LocalizedKey) -> String? = { _ in nil }
  ) {
    toasts = queue.visible.map { ($0.kind, $0.message.resolved(by: localize)) }
    self.tick = tick
  }

  /// Returns all available columns.
  public func columns(within limit: Int) -> Int { limit }
  /// Returns one row for each toast, although a long one takes more.
  public func rows(within columns: Int) -> Int { toasts.count }
  /// The view takes all remaining space.
  public var flexibility: Flexibility { .both }

  /// Draws the toasts below the first row, which shows the screen's name.
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

  /// Returns the maximum width of a toast: half of the screen.
  ///
  /// On a narrow screen half would need several rows, which hide more than one long row does.
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
