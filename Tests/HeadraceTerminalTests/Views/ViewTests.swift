import Headrace
import HeadraceTerminal
import HeadraceTerminalTesting
import Testing

@Suite struct ViewTests {
  private func expect(
    _ view: some View, _ columns: Int, _ rows: Int, _ text: String,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    expectScreen(
      view.grid(Size(columns: columns, rows: rows)), text, fileID: fileID, filePath: filePath,
      line: line, column: column)
  }

  @Test func aRowSharesWhatIsLeft() {
    let row = Row {
      Text("Name").flexible()
      Text("1.5 ETH")
    }
    expect(row, 20, 1, "Name         1.5 ETH")
    expect(row, 9, 1, "N 1.5 ETH")
    expect(row, 4, 1, " 1.5")
    let shares = Row(spacing: 0) {
      Text("a").flexible(columns: 1)
      Text("b").flexible(columns: 3)
      Text("c").frame(columns: 2)
    }
    expect(shares, 10, 1, "a b     c")
  }

  @Test func aColumnSharesWhatIsLeft() {
    let column = Column {
      Text("top")
      Spacer()
      Text("bottom")
    }
    expect(column, 8, 4, "top\n\n\nbottom")
    expect(column, 8, 1, "top")
    expect(column, 8, 0, "")
  }

  @Test func linesEndBetweenWords() {
    expect(Text("one two three"), 7, 3, "one two\nthree")
    expect(Text("one two three"), 3, 3, "one\ntwo\nthr")
    expect(Text("abcdefgh"), 3, 3, "abc\ndef\ngh")
    expect(Text("a\n\nb"), 3, 3, "a\n\nb")
    expect(Text("보낼 금액을 입력하세요"), 10, 3, "보낼\n금액을\n입력하세요")
    expect(Text("送金額を入力"), 5, 3, "送金\n額を\n入力")
    expect(Text("x", alignment: .trailing), 3, 1, "  x")
    expect(Text("x", alignment: .center), 3, 1, " x")
    expect(Text(""), 3, 1, "")
  }

  @Test func anAddressIsCutInItsMiddle() {
    let address = "0x52908400098527886E0F7030069857D2E4169EE7"
    expect(Text(address, cut: .middle), 13, 1, "0x5290…169EE7")
    expect(Text(address, cut: .end), 8, 1, "0x52908…")
    expect(Text(address, cut: .middle), 42, 1, address)
    expect(Text("한글한글", cut: .end), 4, 1, "한…")
    expect(Text("ab", cut: .end), 1, 1, "…")
  }

  /// Both sides of each width at which hints move closer, or disappear.
  @Test func hintsEndAtAWholeOne() {
    let hints = [("s", "Send"), ("r", "Receive"), ("q", "Quit")]
    expect(KeyHints(hints), 27, 1, "s Send   r Receive   q Quit")
    expect(KeyHints(hints), 26, 1, "s Send  r Receive  q Quit")
    expect(KeyHints(hints), 25, 1, "s Send  r Receive  q Quit")
    expect(KeyHints(hints), 24, 1, "s Send  q Quit")
    expect(KeyHints(hints), 14, 1, "s Send  q Quit")
    expect(KeyHints(hints), 13, 1, "q Quit")
    expect(KeyHints(hints), 5, 1, "")
    let more = ("?", "All")
    expect(KeyHints(hints, more: more), 25, 1, "s Send  r Receive  q Quit")
    expect(KeyHints(hints, more: more), 24, 1, "s Send  r Receive  ? All")
    expect(KeyHints(hints, more: more), 23, 1, "s Send  ? All")
    expect(KeyHints(hints, more: more), 12, 1, "? All")
    expect(KeyHints(hints, more: more), 4, 1, "")
  }

  @Test func aBoxHasATitle() {
    expect(
      Box("Title") { Text("text") }, 14, 3,
      """
      ╭─ Title ────╮
      │ text       │
      ╰────────────╯
      """)
    expect(Box("Title") { Text("text") }, 1, 1, "")
    var theme = Theme.plain
    theme.drawsLines = false
    expectScreen(
      Box { Text("x") }.grid(Size(columns: 5, rows: 3), theme: theme), "+---+\n| x |\n+---+")
  }

  @Test func aListShowsWhatIsChosen() {
    let list = List(count: 10_000, selected: 5_000) { Text("row \($0)") }
    expect(list, 12, 3, "row 4999   ↑\nrow 5000   ┃\nrow 5001   ↓")
    expect(List(count: 2) { Text("row \($0)") }, 12, 3, "row 0\nrow 1")
    expect(List(count: 9, selected: 99) { Text("row \($0)") }, 8, 2, "row 7  ↑\nrow 8  ┃")
    expect(List(count: 9, selected: -9) { Text("row \($0)") }, 8, 2, "row 0  ┃\nrow 1  ↓")
    expect(List(count: 0) { Text("row \($0)") }, 8, 2, "")
  }

  @Test func aListTakesAnyRandomAccessCollection() {
    struct Row: Identifiable { let id: Int }
    let rows: IdentifiedArrayOf<Row> = [Row(id: 7), Row(id: 8)]
    expect(List(rows, selected: 1) { Text("row \($0.id)") }, 12, 2, "row 7\nrow 8")
    // A slice begins at the index of its first element.
    expect(List(["a", "b", "c", "d"][2...]) { Text($0) }, 12, 2, "c\nd")
    expect(List(3..<5) { Text("row \($0)") }, 12, 2, "row 3\nrow 4")
  }

  @Test func aListMakesOnlyWhatIsSeen() {
    let made = Made()
    let list = List(count: 10_000, selected: 0) { number in
      made.rows.append(number)
      return Text("")
    }
    _ = list.grid(Size(columns: 10, rows: 5))
    #expect(made.rows == [0, 1, 2, 3, 4])
  }

  @Test func aTableKeepsItsColumns() {
    let table = Table(
      [TableColumn("To"), TableColumn("Amount", width: .fixed(8), .trailing)], count: 2
    ) { row, column in Text(column == 0 ? "Bo \(row)" : "1.\(row)") }
    expect(table, 20, 3, "To            Amount\nBo 0             1.0\nBo 1             1.1")
  }

  @Test func aFieldShowsItsCursor() {
    var editor = LineEditor("abcdef")
    let field = { TextField("Name", editor, isFocused: true, note: "too short") }
    expect(field(), 12, 3, "Name\n› abcdef\n  too short")
    #expect(field().grid(Size(columns: 12, rows: 3)).cursor == Position(column: 8, row: 1))
    // A narrow field follows the cursor.
    expect(field(), 6, 3, "Name\n› def\n  too")
    editor.handle(Key(.home))
    expect(field(), 6, 3, "Name\n› abcd\n  too")
    expect(
      TextField("Code", LineEditor("12한"), isSecret: true), 10, 2, "Code\n  •••")
    // Without the cursor, both ends are shown.
    expect(TextField("Name", LineEditor("abcdefgh")), 7, 2, "Name\n  ab…gh")
  }

  @Test func chartsAreDrawn() {
    expect(BarChart([0, 1, 2, 4, .nan]), 5, 1, " ▂▄█")
    expect(BarChart([4, 8]), 2, 2, " █\n██")
    expect(LineChart([0, 1]), 2, 1, "⣠⠞")
    // Labels are at the right if both have room; those of equal values beside their line.
    let chart = LineChart([0, 1], highest: "9 ETH", lowest: "2 ETH")
    let rows = chart.grid(Size(columns: 20, rows: 3)).rows
    #expect(rows[0].hasSuffix(" 9 ETH") && rows[2].hasSuffix(" 2 ETH"))
    #expect(!chart.grid(Size(columns: 13, rows: 3)).text.contains("ETH"))
    let flat = LineChart([3, 3], highest: "3 ETH", lowest: "3 ETH")
    let flatRows = flat.grid(Size(columns: 20, rows: 3)).rows
    #expect(flatRows.map { $0.contains("ETH") } == [false, true, false])
    expect(ProgressBar(0.5), 4, 1, "██░░")
    expect(ProgressBar(.nan), 4, 1, "░░░░")
    expect(ProgressBar(7), 4, 1, "████")
    expect(Spinner(tick: -1), 1, 1, "⠏")
  }

  @Test func aCodeIsDarkOnLight() throws {
    let code = try #require(QRCode(modules: [true, false, false, true], side: 2))
    expect(code, 10, 5, "\n\n    ▀▄")
    let grid = code.grid(Size(columns: 10, rows: 5))
    #expect(grid.style(at: Position(column: 0, row: 0)).background == .rgb(255, 255, 255))
    expect(code, 9, 5, "▢ 10 × 5")
    #expect(QRCode(modules: [true], side: 2) == nil)
    #expect(QRCode(modules: [], side: 0) == nil)
  }

  @Test func targetsAreFoundByPosition() {
    let view = Column {
      Text("one").target("first")
      Text("two").target("second")
    }
    let grid = view.grid(Size(columns: 4, rows: 3))
    #expect(grid.target(at: Position(column: 0, row: 1)) == "second")
    #expect(grid.target(at: Position(column: 0, row: 2)) == nil)
  }

  /// Every view is drawn in every small rectangle, and stays inside it.
  @Test func smallPlacesDoNotTrap() throws {
    let views: [any View] = [
      Box("Title") { Text("한글 text") }, List(count: 3, selected: 1) { Text("\($0)") },
      Table([TableColumn("a"), TableColumn("b", width: .fixed(3))], count: 9) {
        Text("\($0)\($1)")
      },
      TextField("한", LineEditor("글 text"), isFocused: true, placeholder: "p", note: "note"),
      Keypad(pressed: "5"), PasscodeDots(filled: 2, of: 6), ProgressBar(0.3), LineChart([1, 2, 0]),
      BarChart([1, 2]), try #require(QRCode(modules: [true], side: 1)), Divider(), Button("한글"),
      KeyHints([("⏎", "한글")]), Text("한글", cut: .middle).centered().padding(), Spinner(tick: 1),
      Row {
        Text("한").flexible(); Text("글")
      },
      Layers {
        Text("a"); Text("b")
      },
    ]
    for view in views {
      for columns in 0...6 {
        for rows in 0...4 {
          let size = Size(columns: columns, rows: rows)
          let grid = view.grid(size)
          #expect(grid.size == size)
          for line in grid.rows { #expect(CellText.columns(of: line) <= columns) }
        }
      }
    }
  }
}

private final class Made: @unchecked Sendable {
  // Unchecked: one test alone draws it, on one thread.
  var rows: [Int] = []
}
