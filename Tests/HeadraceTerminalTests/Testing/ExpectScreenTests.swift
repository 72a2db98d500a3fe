import HeadraceTerminal
import HeadraceTerminalTesting
import Testing

/// The failure of a test whose screen shows something else, word for word and at its line.
@Suite struct ExpectScreenTests {
  private static let grid = Column {
    Text("Home")
    Text("1.5 ETH")
  }.grid(Size(columns: 12, rows: 3))

  /// Blanks at the ends of rows don't count, nor do empty rows at the end.
  @Test(arguments: ["Home\n1.5 ETH", "Home   \n1.5 ETH \n\n", "Home\n1.5 ETH\n   "])
  func theSameScreenIsNotAFailure(text: String) {
    expectScreen(Self.grid, text)
  }

  /// A row that differs is printed below the expected one. Blanks before a text are part of it.
  @Test(arguments: [
    ("Home\n1.4 ETH", "  Home\n− 1.4 ETH\n+ 1.5 ETH"),
    ("Home\n1.5 ETH\nq Quit", "  Home\n  1.5 ETH\n− q Quit"),
    ("Home", "  Home\n+ 1.5 ETH"),
    (" Home\n1.5 ETH", "−  Home\n+ Home\n  1.5 ETH"),
  ])
  func everyDifferenceIsMarkedAtTheTestsLine(expected: String, rows: String) {
    let line = #line + 2
    withKnownIssue {
      expectScreen(Self.grid, expected)
    } matching: { issue in
      let text = """
        The screen shows something else:

        \(rows)

        (Expected: −, shown: +)
        """
      return issue.comments.map(\.rawValue) == [text]
        && issue.sourceLocation?.fileID == "HeadraceTerminalTests/ExpectScreenTests.swift"
        && issue.sourceLocation?.line == line
    }
  }
}
