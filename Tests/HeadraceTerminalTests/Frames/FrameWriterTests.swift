import HeadraceTerminalTesting
import TestEffort
import Testing

@testable import HeadraceTerminal

@Suite("Frames")
struct FrameWriterTests {
  private func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "␛")
  }

  private func grid(_ text: String, _ style: Style = .plain) -> Grid {
    var grid = Grid(size: Size(columns: 6, rows: 2))
    grid.write(text, at: Position(column: 0, row: 0), style)
    return grid
  }

  @Test func theFirstFrameIsWhole() {
    var writer = FrameWriter()
    #expect(
      text(writer.frame(grid("ab", Style(.red, .bold))))
        == "␛[?2026h␛[?25l␛[0m␛[2J␛[1;1H␛[0;1;31mab␛[0m␛[?2026l")
  }

  @Test func aLaterFrameIsTheDifference() {
    var writer = FrameWriter()
    _ = writer.frame(grid("abcd"))
    #expect(text(writer.frame(grid("abXd"))) == "␛[?2026h␛[?25l␛[1;3H␛[0mX␛[0m␛[?2026l")
    #expect(writer.frame(grid("abXd")) == [])
    var moved = grid("abXd")
    moved.cursor = Position(column: 2, row: 1)
    #expect(
      text(writer.frame(moved)) == "␛[?2026h␛[?25l␛[0m␛[2;3H␛[?25h␛[?2026l")
    #expect(text(writer.frame(grid("abXd"))) == "␛[?2026h␛[?25l␛[0m␛[?2026l")
    writer.forget()
    #expect(text(writer.frame(grid("a"))).contains("␛[2J"))
  }

  @Test func coloursAreThoseThatTheTerminalHas() {
    let style = Style(.rgb(255, 0, 0), on: .palette(8), .underline)
    let table: [(ColorDepth, String)] = [
      (.full, "␛[0;4;38;2;255;0;0;100m"), (.palette, "␛[0;4;38;5;196;100m"),
      (.sixteen, "␛[0;4;91;100m"), (.none, "␛[0;4m"),
    ]
    for (depth, sequence) in table {
      var writer = FrameWriter(depth: depth)
      #expect(text(writer.frame(grid("a", style))).contains(sequence + "a"))
    }
    var writer = FrameWriter(depth: .full)
    _ = writer.frame(grid("a", style))
    writer.depth = .none
    #expect(text(writer.frame(grid("a", style))).contains("␛[2J"))
  }

  /// Random grids, one after the other; the terminal shows each as if it had been drawn alone.
  @Test func aDifferenceShowsWhatAWholeFrameShows() {
    var random = Numbers(seed: 20_261_123)
    for _ in 0..<Effort.count(300) {
      let size = Size(columns: random.below(24), rows: random.below(6))
      var writer = FrameWriter(depth: random.pick([.full, .palette, .sixteen, .none]))
      var terminal = ScreenEmulator(size)
      var grid = Grid(size: size)
      for _ in 0..<12 {
        random.change(&grid)
        terminal.obey(writer.frame(grid))
        var alone = FrameWriter(depth: writer.depth)
        var other = ScreenEmulator(size)
        other.obey(alone.frame(grid))
        #expect(terminal.cells == other.cells)
        #expect(terminal.errors == [] && other.errors == [])
        #expect(terminal.isCursorVisible == (grid.cursor != nil))
        if let cursor = grid.cursor { #expect(terminal.cursor == cursor) }
        #expect(other.rows == grid.paddedRows)
      }
    }
  }
}

extension Grid {
  /// The rows with the blanks at their ends.
  fileprivate var paddedRows: [String] {
    (0..<size.rows).map { row in
      (0..<size.columns).compactMap { self[Position(column: $0, row: row)] }
        .map(String.init).joined()
    }
  }
}

/// Random numbers from a seed, and the values made from them.
private struct Numbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  mutating func change(_ grid: inout Grid) {
    let texts = ["abc", "지갑", "👩‍👩‍👧x", "e\u{301}e", " ", "漢a字", "\u{1B}[2J", "🇰🇷", "─┼─"]
    for _ in 0..<below(6) {
      let place = Position(column: below(28) - 3, row: below(8) - 1)
      switch below(8) {
      case 0: grid.fill(Rect(origin: place, size: Size(columns: below(9), rows: below(3))))
      case 1:
        let part = Rect(origin: place, size: Size(columns: below(9), rows: below(3)))
        grid.restyle(part) { $0.traits.formSymmetricDifference(.reverse) }
      default:
        let style = Style(
          pick([.terminal, .red, .palette(100), .rgb(1, 2, 3)]),
          on: pick([.terminal, .terminal, .blue, .rgb(200, 220, 240)]),
          pick([[], .bold, [.dim, .italic]]))
        grid.write(pick(texts), at: place, style)
      }
    }
    let hasCells = grid.size.columns > 0 && grid.size.rows > 0
    grid.cursor =
      hasCells && below(2) == 0
      ? Position(column: below(grid.size.columns), row: below(grid.size.rows)) : nil
  }
}
