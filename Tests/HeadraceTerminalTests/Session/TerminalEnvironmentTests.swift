import Foundation
import HeadraceTerminalTesting
import Testing

@testable import HeadraceTerminal

/// The properties of a terminal from variables, and their effect on the screen.
@Suite struct TerminalEnvironmentTests {
  // MARK: - Light and Dark

  @Test(arguments: [
    ("0;15", Theme.light), ("15;0", .dark), ("0;7", .light), ("0;default;9", .light),
    ("15;8", .dark), ("0;6", .dark), ("15;default", .dark), ("", .dark), ("x;16", .dark),
  ])
  func theTerminalReportsItsBackground(value: String, theme: Theme) {
    let environment = TerminalEnvironment(["TERM": "xterm-256color", "COLORFGBG": value])
    #expect(environment.theme == theme)
  }

  @Test func withoutColoursThereIsNoLightTheme() {
    let environment = TerminalEnvironment([
      "TERM": "xterm-256color", "COLORFGBG": "0;15", "NO_COLOR": "1",
    ])
    #expect(environment.theme == .plain)
  }

  /// The text is the same, and the colours differ.
  @Test func aLightThemeHasOtherColours() {
    let view = Column {
      for role in StyleRole.allCases { Text("\(role)", role) }
    }
    let size = Size(columns: 20, rows: 12)
    let (dark, light) = (view.grid(size, theme: .dark), view.grid(size, theme: .light))
    #expect(dark.text == light.text)
    var (darkWriter, lightWriter) = (FrameWriter(), FrameWriter())
    #expect(darkWriter.frame(dark) != lightWriter.frame(light))
    for role in StyleRole.allCases where role != .text && role != .title {
      #expect(Theme.dark[role] != Theme.light[role], "\(role)")
    }
  }

  /// Contrast of at least 4.5 to 1 with the background of the text.
  ///
  /// - SeeAlso: WCAG 2.2, success criterion 1.4.3.
  @Test func textIsReadableOnBothBackgrounds() throws {
    for (theme, background) in [
      (Theme.dark, Color.rgb(0, 0, 0)), (.dark, .rgb(0x1E, 0x1E, 0x1E)),
      (.light, .rgb(255, 255, 255)), (.light, .rgb(0xF2, 0xF2, 0xF2)),
    ] {
      for role in StyleRole.allCases {
        let style = theme[role]
        guard style.foreground != .terminal else { continue }
        let behind = style.background == .terminal ? background : style.background
        let contrast = try Self.contrast(style.foreground, behind)
        #expect(contrast >= 4.5, "\(role) on \(behind): \(contrast)")
      }
    }
  }

  private static func contrast(_ first: Color, _ second: Color) throws -> Double {
    let lights = try [luminance(first), luminance(second)].sorted()
    return (lights[1] + 0.05) / (lights[0] + 0.05)
  }

  private static func luminance(_ color: Color) throws -> Double {
    let parts = try #require(color.parts)
    func linear(_ part: Int) -> Double {
      let share = Double(part) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(parts.red) + 0.7152 * linear(parts.green) + 0.0722 * linear(parts.blue)
  }

  // MARK: - Encodings

  @Test(arguments: [
    ([:], true), (["LANG": ""], true), (["LANG": "C"], false), (["LANG": "POSIX"], false),
    (["LANG": "C.UTF-8"], true), (["LANG": "en_US.utf8"], true), (["LANG": "ko_KR.UTF-8"], true),
    (["LANG": "ko_KR.eucKR"], false), (["LANG": "de_DE.ISO-8859-1@euro"], false),
    (["LANG": "ko_KR"], true), (["LANG": "ko_KR.UTF-8@x"], true),
    (["LANG": "C", "LC_CTYPE": "C.UTF-8"], true), (["LANG": "C.UTF-8", "LC_CTYPE": "C"], false),
    (["LC_ALL": "C", "LC_CTYPE": "C.UTF-8"], false), (["LC_ALL": "", "LANG": "C"], false),
    (["LC_MESSAGES": "C", "LANG": "ko_KR.UTF-8"], true),
  ])
  func theLocaleNamesTheEncoding(variables: [String: String], isUTF8: Bool) {
    #expect(TerminalEnvironment.isUTF8(variables) == isUTF8)
    let theme = TerminalEnvironment(variables.merging(["TERM": "xterm"]) { $1 }).theme
    #expect(theme.isASCII == !isUTF8)
    #expect(theme.drawsLines == isUTF8)
  }

  /// Symbols become similar ones, in as many cells; letters that ASCII lacks become question marks.
  @Test func withoutUTF8OnlyASCIIIsWritten() {
    var theme = Theme.plain
    theme.isASCII = true
    #expect(!theme.drawsLines)
    let view = Column {
      Box("Home › Send") { Text("−0.5 ETH to 0x70…79C8 ✓ ×") }
      Text("한글 é")
      KeyHints([("⏎", "Send"), ("esc", "Back")])
    }
    let size = Size(columns: 32, rows: 5)
    var writer = FrameWriter(depth: .none, isASCII: true)
    let bytes = writer.frame(view.grid(size, theme: theme))
    #expect(bytes.allSatisfy { $0 < 0x80 })
    var terminal = ScreenEmulator(size)
    terminal.obey(bytes)
    #expect(
      terminal.text == """
        +- Home > Send ----------------+
        | -0.5 ETH to 0x70~79C8 + x    |
        +------------------------------+
        ???? ?
        Enter Send   esc Back
        """)
    #expect(terminal.errors == [])
  }

  @Test func linesAreASCIIToo() {
    var transcript = LineTranscript(isASCII: true)
    let grid = Text("… 한 − ✓").grid(Size(columns: 12, rows: 1))
    #expect(String(decoding: transcript.bytes(for: grid), as: UTF8.self) == "~ ?? - +\n")
  }
}
