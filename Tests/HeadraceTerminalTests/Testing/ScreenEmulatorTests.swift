import HeadraceTerminal
import HeadraceTerminalTesting
import Testing

/// The terminal that tests read: it shows output as a terminal does, and reports sequences that it
/// does not understand.
@Suite struct ScreenEmulatorTests {
  private func terminal(
    _ columns: Int = 10, _ rows: Int = 2, _ written: String...
  ) -> ScreenEmulator {
    var terminal = ScreenEmulator(Size(columns: columns, rows: rows))
    for text in written { terminal.obey(Array(text.utf8)) }
    return terminal
  }

  @Test func textIsWrittenAtTheCursor() {
    let terminal = terminal(10, 2, "ab\r\ncd\u{1B}[1;4Hef")
    #expect(terminal.text == "ab ef\ncd")
    #expect(terminal.rows == ["ab ef     ", "cd        "])
    #expect(terminal.cursor == Position(column: 5, row: 0))
    #expect(terminal.errors == [])
  }

  /// Wherever the bytes are cut, also within a character and within a sequence.
  @Test func bytesMayComeInAnyPieces() {
    let bytes = Array("\u{1B}[2J\u{1B}[1;1H한글\u{1B}[2;3Hé🙂\u{1B}[?25l".utf8)
    var whole = ScreenEmulator(Size(columns: 10, rows: 2))
    whole.obey(bytes)
    #expect(whole.text == "한글\n  é🙂")
    for cut in 1..<bytes.count {
      var pieces = ScreenEmulator(Size(columns: 10, rows: 2))
      pieces.obey(bytes[..<cut])
      pieces.obey(bytes[cut...])
      #expect(pieces == whole, "cut at \(cut)")
      #expect(pieces.errors == [])
    }
  }

  /// The usual screen is what it was when the alternate one is left.
  @Test func theAlternateScreenKeepsTheOther() {
    var terminal = terminal(10, 2, "shell")
    terminal.obey(Array("\u{1B}[?1049h\u{1B}[2J\u{1B}[Hsecret\u{1B}[?25l".utf8))
    #expect(terminal.text == "secret\n")
    #expect(terminal.modes == [1049])
    #expect(!terminal.isCursorVisible)
    terminal.obey(Array("\u{1B}[2J\u{1B}[?25h\u{1B}[?1049l".utf8))
    #expect(terminal.text == "shell\n")
    #expect(terminal.cursor == Position(column: 5, row: 0))
    #expect(terminal.modes == [])
    #expect(terminal.isCursorVisible)
  }

  /// Half of a character that takes two cells is not a character.
  @Test func anOverwrittenHalfIsSeen() {
    #expect(terminal(10, 1, "한글\u{1B}[1;2Hx").text == "halfx글")
    #expect(terminal(10, 1, "한글\u{1B}[1;1Hx").text == "xhalf글")
    #expect(terminal(10, 1, "한글\u{1B}[1;1H글").text == "글글")
  }

  @Test(arguments: [
    ("\u{1B}[5n", ["CSI 5n"]), ("\u{1B}cx", ["an escape without a sequence"]),
    ("\u{1B}[3;1Hx", ["'x' at 0, 2"]), ("\u{1B}[1;10H한", ["'한' at 9, 0"]),
    ("\u{1B}[1;11Hx", ["'x' at 10, 0"]), ("\u{1B}[1;10Hx\u{1B}[2;10Hx", []),
    // A command to the program of the terminal shows nothing.
    ("\u{1B}]52;c;eA==\u{07}", []),
  ])
  func unsupportedSequencesAreReported(text: String, errors: [String]) {
    #expect(terminal(10, 2, text).errors == errors)
  }

  /// Two terminals are equal if a person sees the same on them.
  @Test func aHiddenCursorIsNowhere() {
    #expect(terminal(10, 2, "a\u{1B}[2;2H") != terminal(10, 2, "a\u{1B}[2;3H"))
    #expect(terminal(10, 2, "a\u{1B}[?25l\u{1B}[2;2H") == terminal(10, 2, "a\u{1B}[?25l"))
    #expect(terminal(10, 2, "a") != terminal(10, 2, "\u{1B}[0;1ma"))
    #expect(terminal(10, 2, "a").cells[0][0] == "a[]")
    #expect(terminal(10, 2, "\u{1B}[0;1ma").cells[0][0] == "a[1]")
  }

  /// A frame writes what the grid shows.
  @Test func aFrameIsItsGrid() {
    let grid = Column {
      Text("한글 Headrace", .title)
      Text("1.5 ETH", .accent)
    }.grid(Size(columns: 16, rows: 3), theme: .dark)
    var writer = FrameWriter()
    var terminal = ScreenEmulator(Size(columns: 16, rows: 3))
    terminal.obey(writer.frame(grid))
    // A terminal's rows keep the blanks at their ends.
    #expect(terminal.rows.map { $0.replacing(#/ +$/#, with: "") } == grid.rows)
    #expect(terminal.errors == [])
  }
}
