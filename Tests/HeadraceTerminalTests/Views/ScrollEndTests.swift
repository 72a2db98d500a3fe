import HeadraceTerminal
import Testing

/// The visibility of the last row of a part that scrolls.
@Suite struct ScrollEndTests {
  private static func grid(from first: Int, rows: Int, name: String? = "text") -> Grid {
    Scroll(from: first, name: name) {
      for row in 0..<10 { Text("row \(row)") }
    }
    .grid(Size(columns: 20, rows: rows))
  }

  @Test(arguments: [
    (0, 4, false), (5, 4, false), (6, 4, true), (100, 4, true), (0, 9, false), (1, 9, true),
    (0, 10, true), (0, 40, true), (0, 1, false), (9, 1, true), (100, 0, false),
  ])
  func theEndIsVisible(first: Int, rows: Int, isVisible: Bool) {
    #expect(Self.grid(from: first, rows: rows).showsEnd(of: "text") == isVisible)
  }

  @Test func eachContentHasItsName() {
    #expect(!Self.grid(from: 6, rows: 4).showsEnd(of: "another text"))
    #expect(!Self.grid(from: 6, rows: 4, name: nil).showsEnd(of: ""))
  }

  /// A row that is cut off is not visible.
  @Test func aRowOutsideThePlaceIsNotVisible() {
    let cut = Column { Scroll(name: "text") { Text("a\nb\nc") }.frame(rows: 3) }
    #expect(cut.grid(Size(columns: 9, rows: 3)).showsEnd(of: "text"))
    #expect(!cut.grid(Size(columns: 9, rows: 2)).showsEnd(of: "text"))
  }

  /// A click finds the targets that the content has marked.
  @Test func rowsThatWereNamedBeforeStayTargets() {
    let grid = Scroll(name: "text") { Text("a").target("a") }.grid(Size(columns: 3, rows: 2))
    #expect(grid.target(at: Position(column: 0, row: 0)) == "a")
  }
}
