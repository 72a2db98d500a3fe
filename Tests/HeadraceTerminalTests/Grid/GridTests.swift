import HeadraceTerminal
import Testing

@Suite("Grids")
struct GridTests {
  private func grid(_ columns: Int, _ rows: Int) -> Grid {
    Grid(size: Size(columns: columns, rows: rows))
  }

  private func place(_ column: Int, _ row: Int) -> Position { Position(column: column, row: row) }

  @Test func textIsWhereItWasWritten() {
    var grid = grid(8, 3)
    #expect(grid.write("지갑 ok", at: place(1, 1), Style(.red)) == 7)
    #expect(grid.text == "\n 지갑 ok\n")
    #expect(grid[place(1, 1)] == "지")
    #expect(grid[place(2, 1)] == nil)
    #expect(grid.style(at: place(2, 1)) == Style(.red))
    #expect(grid.style(at: place(0, 1)) == .plain)
  }

  @Test(arguments: [(-1, " 갑"), (-2, "갑"), (0, "지갑"), (1, " 지"), (2, "  지"), (3, ""), (4, "")])
  func aWideCharacterIsSeenAsAWholeOrNotAtAll(column: Int, text: String) {
    var grid = grid(4, 1)
    #expect(grid.write("지갑", at: place(column, 0)) == 4)
    #expect(grid.text == text)
  }

  @Test func halfOfAWideCharacterIsNeverLeft() {
    for column in 0..<4 {
      var grid = grid(4, 1)
      grid.write("지갑", at: place(0, 0))
      grid.write("x", at: place(column, 0))
      #expect(grid.text == ["x 갑", " x갑", "지x", "지 x"][column])
    }
  }

  @Test func cellsOutsideTheGridAreIgnored() {
    var grid = grid(3, 1)
    for (column, row) in [(0, -1), (0, 1), (3, 0), (.min / 2, 0)] {
      grid.write("x", at: place(column, row))
    }
    #expect(grid.text == "")
    grid.write(
      "abc", at: place(0, 0), in: Rect(origin: place(1, 0), size: Size(columns: 1, rows: 1)))
    #expect(grid.text == " b")
    #expect(Grid(size: Size(columns: 0, rows: 0)).text == "")
  }

  @Test(arguments: [
    ("a\u{1B}[2Jb", "a␛[2Jb"), ("a\nb", "a␊b"), ("a\r\nb", "a␍b"), ("\u{7F}", "␡"),
    ("\u{9B}31m", "\u{FFFD}31m"), ("a\u{202E}b", "a\u{FFFD}b"), ("a\u{200B}b", "a\u{FFFD}b"),
    ("\u{301}", "\u{FFFD}"), ("\t", "␉"), ("\u{2066}x", "\u{FFFD}x"),
  ])
  func controlAndMisleadingCharactersAreShownAsSymbols(text: String, shown: String) {
    var grid = grid(12, 1)
    grid.write(text, at: place(0, 0))
    #expect(grid.text == shown)
  }

  @Test func gridsAreEqualWhereTheyShowTheSame() {
    var first = grid(6, 1)
    var second = grid(6, 1)
    first.write("👍🏽👩‍👩‍👧", at: place(0, 0))
    // The clusters come in another order.
    second.write("👩‍👩‍👧", at: place(2, 0))
    #expect(first != second)
    second.write("👍🏽", at: place(0, 0))
    #expect(first == second)
    second.cursor = place(0, 0)
    #expect(first != second)
  }

  @Test func partsAreFilledRestyledAndPasted() {
    var grid = grid(5, 2)
    grid.write("abcde", at: place(0, 0))
    grid.fill(Rect(origin: place(1, 0), size: Size(columns: 2, rows: 9)), Style(on: .blue))
    #expect(grid.text == "a  de\n")
    grid.restyle(grid.bounds) { $0.traits.insert(.dim) }
    #expect(grid.style(at: place(1, 1)) == Style(on: .blue, .dim))
    var other = self.grid(3, 1)
    other.write("갑x", at: place(0, 0))
    grid.paste(other, at: place(4, 1))
    #expect(grid.text == "a  de\n")
    grid.paste(other, at: place(1, 1))
    #expect(grid.text == "a  de\n 갑x")
  }
}
