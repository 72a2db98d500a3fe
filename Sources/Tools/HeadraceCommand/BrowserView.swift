import HeadraceTerminal

/// The screen of a ``JournalBrowser``, with the details beside the list.
///
/// On a narrow screen, the details are below the list.
struct BrowserView: View {
  let state: JournalBrowser.State

  /// The minimum number of columns for details beside the list.
  private static let besideColumnCountMin = 70

  func columns(within limit: Int) -> Int { limit }
  func rows(within columns: Int) -> Int { 1 }
  var flexibility: Flexibility { .both }

  func draw(on canvas: inout Canvas) {
    let size = canvas.size
    guard size.rows >= 4, size.columns >= 4 else { return }
    drawTitle(on: &canvas)
    drawFooter(on: &canvas)
    let rows = size.rows - 2
    if state.showsKeys {
      canvas.draw(BrowserKeys(), in: part(0, 1, size.columns, rows))
    } else if size.columns >= Self.besideColumnCountMin {
      let left = size.columns * 2 / 5
      canvas.draw(list, in: part(0, 1, left, rows))
      for row in 1...rows {
        canvas.write(canvas.theme.drawsLines ? "│" : "|", .border, column: left + 1, row: row)
      }
      canvas.draw(detail, in: part(left + 3, 1, size.columns - left - 3, rows))
    } else {
      let above = rows / 2
      canvas.draw(list, in: part(0, 1, size.columns, above))
      let line = String(repeating: canvas.theme.drawsLines ? "─" : "-", count: size.columns)
      canvas.write(line, .border, row: above + 1)
      canvas.draw(detail, in: part(0, above + 2, size.columns, rows - above - 1))
    }
  }

  private func part(_ column: Int, _ row: Int, _ columns: Int, _ rows: Int) -> Rect {
    Rect(
      origin: Position(column: column, row: row), size: Size(columns: columns, rows: max(0, rows)))
  }

  private func drawTitle(on canvas: inout Canvas) {
    let place = state.count == 0 ? "no action" : "\(state.selected + 1) of \(state.count)"
    let search = state.searchedPercent.map { ", searched \($0) %" } ?? ""
    let filter = state.filter.isEmpty ? "" : " with '\(state.filter)'"
    let right = "\(place)\(filter)\(search)"
    let columns = canvas.size.columns
    let width = min(CellText.columns(of: right), columns * 2 / 3)
    canvas.write(CellText.truncated(state.name, to: columns - width - 2, .middle), .title)
    canvas.write(CellText.truncated(right, to: width), .secondary, column: columns - width)
  }

  private func drawFooter(on canvas: inout Canvas) {
    let row = canvas.size.rows - 1
    if let prompt = state.prompt {
      let name = if case .filter = prompt { "Filter: " } else { "Go to action: " }
      let start = canvas.write(name, .accent, row: row)
      canvas.write(prompt.editor.text, column: start, row: row)
      let before = String(prompt.editor.text.prefix(prompt.editor.cursor))
      canvas.showCursor(column: start + CellText.columns(of: before), row: row)
    } else if let note = state.note {
      canvas.write(CellText.truncated(note, to: canvas.size.columns), .warning, row: row)
    } else {
      let hints = KeyHints(
        [("/", "Filter"), ("c", "Cause"), ("tab", "Details"), ("?", "Keys"), ("q", "Quit")])
      canvas.draw(hints, in: part(0, row, canvas.size.columns, 1))
    }
  }

  private var list: any View {
    guard state.count > 0 else {
      let isSearching = state.searchedPercent != nil
      return Text(isSearching ? "Searching…" : "No action is here.", .secondary)
    }
    let state = state
    let width = "\(state.actions.upperBound - 1)".count
    return List(count: state.count, selected: state.selected, target: "row") { index in
      guard let row = state.row(index) else { return Text("…", .secondary) }
      let number = "\(row.action)"
      let cause = row.cause == nil ? " " : "↳"
      let blanks = String(repeating: " ", count: max(0, width - number.count))
      return Row {
        Text("\(blanks)\(number) \(cause)", .secondary)
        Text(row.label, row.cause == nil ? .accent : .text, cut: .end)
        Text(row.content, .secondary, cut: .end)
      }
    }
  }

  private var detail: any View {
    let titles = zip(DetailTab.allCases, ["Changes", "State", "Cause", "Effects"])
    // The view of any state stays short: what is far below isn't laid out.
    let lines = state.detail.dropFirst(state.detailStart).prefix(500)
    return Column {
      Row {
        for (tab, title) in titles {
          let isShown = tab == state.tab
          let text = isShown ? "[\(tab.rawValue + 1) \(title)]" : "\(tab.rawValue + 1) \(title)"
          Text(text, isShown ? .accent : .secondary, cut: .end)
        }
      }
      for line in lines { Text(line.text, line.role) }
    }
  }
}

/// The table of keys.
private struct BrowserKeys: View {
  private static let keys = [
    ("↑ ↓", "previous, next action"), ("PageUp PageDown", "half a screen"),
    ("Home End", "first, last action"), ("g", "action by its number"),
    ("/", "actions with a text"), ("n N", "next, previous of them"), ("Esc", "all actions"),
    ("c", "the cause"), ("1 2 3 4 Tab", "choose the details"),
    ("J K Space b", "scroll the details"),
  ]

  func columns(within limit: Int) -> Int { limit }
  func rows(within columns: Int) -> Int { Self.keys.count }

  func draw(on canvas: inout Canvas) {
    for (row, (key, meaning)) in Self.keys.enumerated() {
      canvas.write(key, .accent, row: row)
      let width = canvas.size.columns - 17
      canvas.write(CellText.truncated(meaning, to: width), column: 17, row: row)
    }
  }
}
