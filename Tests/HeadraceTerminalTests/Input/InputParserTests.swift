import HeadraceTerminal
import TestEffort
import Testing

@Suite struct InputParserTests {
  /// Sequences, and the names of their keys.
  static let keys: [(bytes: String, keys: [String])] = [
    ("a", ["a"]), ("한é€😀", ["한", "é", "€", "😀"]), ("\r", ["enter"]), ("\n", ["enter"]),
    // A terminal in the mode of new lines sends both for Return.
    ("\r\n", ["enter"]), ("\r\na\n", ["enter", "a", "enter"]), ("\r\r\n", ["enter", "enter"]),
    ("\n\r", ["enter", "enter"]), ("\r\n\n", ["enter", "enter"]),
    ("\t", ["tab"]), ("\u{7F}", ["backspace"]), ("\u{8}", ["backspace"]), ("\u{3}", ["ctrl+c"]),
    ("\u{0}", ["ctrl+space"]), ("\u{1C}", ["ctrl+\\"]), ("\u{1B}[A", ["up"]),
    ("\u{1B}OA", ["up"]), ("\u{1B}[1;5C", ["ctrl+right"]), ("\u{1B}[1;2D", ["shift+left"]),
    ("\u{1B}[1;4B", ["alt+shift+down"]), ("\u{1B}[H", ["home"]), ("\u{1B}[4~", ["end"]),
    ("\u{1B}[3~", ["delete"]), ("\u{1B}[3;5~", ["ctrl+delete"]), ("\u{1B}[5~", ["pageup"]),
    ("\u{1B}[Z", ["shift+tab"]), ("\u{1B}OP", ["f1"]), ("\u{1B}[15~", ["f5"]),
    ("\u{1B}[24~", ["f12"]), ("\u{1B}x", ["alt+x"]), ("\u{1B}\r", ["alt+enter"]),
    ("\u{1B}\u{1B}[A", ["alt+up"]), ("\u{1B}[97;5u", ["ctrl+a"]), ("\u{1B}[27u", ["esc"]),
    ("\u{1B}[13;2u", ["shift+enter"]), ("\u{1B}[97;1:3u", []), ("\u{1B}[97;1:2u", ["a"]),
    ("\u{1B}[44032u", ["가"]), ("\u{1B}[57399u", ["0"]), ("\u{1B}[57441u", []),
    ("\u{1B}[27;6;97~", ["ctrl+shift+a"]), ("\u{1B}[99z", []), ("\u{1B}[?1;2c", []),
    ("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\x", ["x"]), ("\u{1B}]0;a\u{7}x", ["x"]),
    ("\u{1B}[1;5\u{1B}[A", ["up"]), ("\u{1B}[1;999999999999999999A", ["up"]),
  ]

  @Test(arguments: keys)
  func sequencesAreKeys(bytes: String, keys: [String]) throws {
    let expected = try keys.map { TerminalInput.key(try #require(Key($0))) }
    var parser = InputParser()
    #expect(parser.parse(Array(bytes.utf8)) == expected)
    #expect(!parser.isWaiting)
    // One byte after the other, as over a slow line.
    var slow = InputParser()
    #expect(Array(bytes.utf8).flatMap { slow.parse([$0]) } == expected)
  }

  @Test func aLoneEscapeIsAKeyAfterAWhile() {
    var parser = InputParser()
    #expect(parser.parse([0x1B]) == [])
    #expect(parser.isWaiting)
    #expect(parser.flush() == [.key(Key(.escape))])
    #expect(!parser.isWaiting)
    #expect(parser.parse(Array("\u{1B}[".utf8)) == [])
    #expect(parser.flush() == [.key(Key(.character("["), .alt))])
    #expect(parser.parse(Array("\u{1B}O".utf8)) == [])
    #expect(parser.flush() == [.key(Key(.character("O"), .alt))])
    // A sequence that never ends is not a key.
    #expect(parser.parse(Array("\u{1B}[1;5".utf8)) == [])
    #expect(parser.flush() == [])
    #expect(parser.parse(Array("x".utf8)) == [.key(Key(.character("x")))])
  }

  @Test(arguments: ["", "one\ntwo\r", "\u{1B}[A\u{3}", "\u{1B}[201", "한글 \u{1B}[20"])
  func aPasteIsText(text: String) {
    let bytes = Array("a\u{1B}[200~\(text)\u{1B}[201~b".utf8)
    let expected: [TerminalInput] = [
      .key(Key(.character("a"))), .paste(text), .key(Key(.character("b"))),
    ]
    for first in 0...bytes.count {
      var parser = InputParser()
      let inputs = parser.parse(bytes[..<first]) + parser.parse(bytes[first...])
      #expect(inputs == expected)
    }
  }

  /// Pieces of at most 15 bytes, which Swift stores without allocating memory.
  @Test(arguments: [
    ("", []), ("fifteen letters", ["fifteen letters"]),
    ("sixteen letters!", ["sixteen letters", "!"]),
    ("열두 글자의 암호", ["열두 글자", "의 암호"]),
    ("aaaaaaaaaaaa\u{1F600}b", ["aaaaaaaaaaaa", "\u{1F600}b"]),
  ])
  func aPasteInPiecesCutsNoScalar(text: String, pieces: [String]) {
    var parser = InputParser()
    parser.splitsPastes = true
    let inputs = parser.parse(Array("\u{1B}[200~\(text)\u{1B}[201~".utf8))
    #expect(inputs == pieces.map { .paste($0) })
    #expect(pieces.joined() == text)
    // A byte that belongs to nothing does not delay it.
    let torn = parser.parse(
      Array("\u{1B}[200~".utf8) + [UInt8](repeating: 0x80, count: 40) + Array("\u{1B}[201~".utf8))
    let texts = torn.compactMap { if case .paste(let text) = $0 { text } else { nil } }
    #expect(texts.joined() == String(repeating: "\u{FFFD}", count: 40))
  }

  @Test func aPasteWithoutEndIsBounded() throws {
    var parser = InputParser()
    #expect(parser.parse(Array("\u{1B}[200~".utf8)) == [])
    let piece = [UInt8](repeating: 0x61, count: 1 << 16)
    for _ in 0...InputParser.pasteLimit / piece.count { #expect(parser.parse(piece) == []) }
    #expect(parser.flush() == [])
    let inputs = parser.parse(Array("\u{1B}[201~".utf8))
    #expect(inputs == [.paste(String(repeating: "a", count: InputParser.pasteLimit))])
  }

  @Test func theMouseIsReported() {
    var parser = InputParser()
    let inputs = parser.parse(
      Array("\u{1B}[<0;3;2M\u{1B}[<0;3;2m\u{1B}[<64;1;1M\u{1B}[<65;1;1M\u{1B}[<35;9;9M".utf8))
    #expect(
      inputs == [
        .mouse(Mouse(.press, at: Position(column: 2, row: 1))),
        .mouse(Mouse(.release, at: Position(column: 2, row: 1))),
        .mouse(Mouse(.scrollUp, at: Position(column: 0, row: 0))),
        .mouse(Mouse(.scrollDown, at: Position(column: 0, row: 0))),
      ])
    #expect(
      parser.parse(Array("\u{1B}[<0;0;0M\u{1B}[<0;1M\u{1B}[I\u{1B}[O".utf8)) == [
        .focus(true), .focus(false),
      ])
  }

  @Test(arguments: [
    ([0xFF], 1), ([0xC3, 0x28], 2), ([0xE2, 0x82], 0), ([0xE2, 0x82, 0x41], 2),
    ([0xF0, 0x9F, 0x41], 2), ([0x80], 1), ([0xED, 0xA0, 0x80], 3), ([0xC0, 0xAF], 2),
  ])
  func invalidUTF8IsShownAsReplacementCharacters(bytes: [UInt8], count: Int) {
    var parser = InputParser()
    let inputs = parser.parse(bytes)
    #expect(inputs.count == count)
    for input in inputs.dropLast(bytes.last.map { $0 < 0x80 ? 1 : 0 } ?? 0) {
      #expect(input == .key(Key(.character("\u{FFFD}"))))
    }
  }

  /// Bytes cut into pieces at random give the same keys as in one piece, and no bytes trap.
  @Test func piecesMeanWhatTheWholeMeans() {
    var numbers = SplitMix(seed: 7)
    let parts = Self.keys.map { Array($0.bytes.utf8) } + [[0x1B], [0xFF, 0xC3], [0x9B]]
    for _ in 0..<Effort.count(5_000) {
      var bytes: [UInt8] = []
      for _ in 0..<Int(numbers.next() % 8) {
        bytes += parts[Int(numbers.next() % UInt64(parts.count))]
        if numbers.next() % 4 == 0 { bytes.append(UInt8(truncatingIfNeeded: numbers.next())) }
      }
      var whole = InputParser()
      let expected = whole.parse(bytes) + whole.flush()
      var parser = InputParser()
      var inputs: [TerminalInput] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = min(rest.count, 1 + Int(numbers.next() % 5))
        inputs += parser.parse(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      #expect(inputs + parser.flush() == expected, "\(bytes)")
    }
  }

  @Test func namesAreRead() throws {
    for (_, names) in Self.keys {
      for name in names { #expect(try #require(Key(name)).description == name) }
    }
    for name in ["", "ctrl+", "f0", "f36", "enterr", "meta+x"] { #expect(Key(name) == nil) }
    #expect(Key("+") == Key(.character("+")))
    #expect(Key("ctrl++") == Key(.character("+"), .control))
  }
}

/// Random numbers from a seed.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
