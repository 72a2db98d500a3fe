import HeadraceTerminal
import HeadraceTerminalTesting
import Testing

/// What a test is told of a screen that shows something else, word for word and at its line.
@Suite struct ExpectScreenTests {
  private static let grid = Column {
    Text("Home")
    Text("1.5 ETH")
  }.grid(Size(columns: 12, rows: 3))

  /// A failure with the given text, at a line of this file.
  private func expectIssue(_ text: String, line: Int, _ body: () -> Void) {
    withKnownIssue {
      body()
    } matching: { issue in
      issue.comments.map(\.rawValue) == [text]
        && issue.sourceLocation?.fileID == "HeadraceTerminalTests/ExpectScreenTests.swift"
        && issue.sourceLocation?.line == line
    }
  }

  /// Blanks at the ends of rows don't count, nor do empty rows at the end.
  @Test(arguments: ["Home\n1.5 ETH", "Home   \n1.5 ETH \n\n", "Home\n1.5 ETH\n   "])
  func theSameScreenIsNoFailure(text: String) {
    expectScreen(Self.grid, text)
  }

  @Test func aRowThatDiffersStandsBelowTheOneThatWasExpected() {
    expectIssue(
      """
      The screen shows something else:

        Home
      − 1.4 ETH
      + 1.5 ETH

      (Expected: −, shown: +)
      """, line: #line + 2
    ) {
      expectScreen(Self.grid, "Home\n1.4 ETH")
    }
  }

  @Test func aRowThatIsMissingIsMarked() {
    expectIssue(
      """
      The screen shows something else:

        Home
        1.5 ETH
      − q Quit

      (Expected: −, shown: +)
      """, line: #line + 2
    ) {
      expectScreen(Self.grid, "Home\n1.5 ETH\nq Quit")
    }
  }

  @Test func aRowThatWasNotExpectedIsMarked() {
    expectIssue(
      """
      The screen shows something else:

        Home
      + 1.5 ETH

      (Expected: −, shown: +)
      """, line: #line + 2
    ) {
      expectScreen(Self.grid, "Home")
    }
  }

  /// Blanks before a text are part of it.
  @Test func anotherPlaceIsAnotherScreen() {
    expectIssue(
      """
      The screen shows something else:

      −  Home
      + Home
        1.5 ETH

      (Expected: −, shown: +)
      """, line: #line + 2
    ) {
      expectScreen(Self.grid, " Home\n1.5 ETH")
    }
  }
}
