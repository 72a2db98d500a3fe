import Foundation
import HeadraceTerminal
import HeadraceTerminalTesting
import TestEffort
import Testing

/// Pictures look the same in a browser as in a terminal.
///
/// The documentation's pictures once lost their spaces in Chromium, which then stretched the rest:
/// `xml:space` was set on the group instead of on each text. The short form leaves the browser to
/// `make test-all`; `PictureTests` compares the pictures themselves.
@Suite struct BrowserPictureTests {
  private static let browser: String? = {
    let path = TestTools.path(of: "chromium")
    if path == nil { print("SKIPPED: no chromium; Scripts/test-tools.sh installs it") }
    return path
  }()

  /// True if these tests are wanted, and can run or must.
  static let isEnabled = !Effort.isShort && (browser != nil || TestTools.areRequired)

  @Test(.enabled(if: isEnabled), arguments: PictureTests.pictures.map(\.0))
  func theBrowserPutsEachCharacterOfADocumentedPictureIntoItsCell(name: String) throws {
    let url = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Documentation/pictures/\(name).svg").standardizedFileURL
    let runs = try Self.runs(in: String(contentsOf: url, encoding: .utf8))
    #expect(runs.count > 10)
    for run in runs { #expect(run.isInPlace, "\(name): \(run)") }
  }

  /// Spaces at the start, at the end and in the middle of a run keep their width.
  @Test(.enabled(if: isEnabled), arguments: ["  a", "a    b", " <&> \"  c ", "──   ▀▄ █"])
  func theBrowserKeepsEveryBlank(content: String) throws {
    let grid = Text(content).grid(Size(columns: 14, rows: 1), theme: .dark)
    let runs = try Self.runs(in: grid.picture(title: "Blanks"))
    #expect(runs.count == 1)
    for run in runs { #expect(run.isInPlace, "\(run)") }
  }

  // MARK: - Measuring in the Browser

  /// A text of a picture, as laid out by the browser.
  private struct Run: Decodable, CustomStringConvertible {
    let content: String
    /// The number of UTF-16 code units that the browser shows.
    let count: Int
    /// The maximum distance of a character from its cell, in units of the picture.
    let offset: Double

    var isInPlace: Bool { count == content.utf16.count && offset < 1 }
    var description: String { "'\(content)': \(count) characters, \(offset) units off" }
  }

  private static let script = """
    <script><![CDATA[
    const runs = [...document.querySelectorAll('text')].map(text => {
      const content = text.textContent, count = text.getNumberOfChars();
      const x = Number(text.getAttribute('x'));
      const column = Number(text.getAttribute('textLength')) / content.length;
      let offset = 0;
      for (let i = 0; i < count; i++) {
        const distance = text.getStartPositionOfChar(i).x - x - column * i;
        offset = Math.max(offset, Math.abs(distance));
      }
      return { content, count, offset };
    });
    const bytes = new TextEncoder().encode(JSON.stringify(runs));
    const result = document.createElementNS('http://www.w3.org/2000/svg', 'desc');
    result.id = 'runs';
    result.textContent = btoa(String.fromCharCode(...bytes));
    document.documentElement.appendChild(result);
    ]]></script>
    </svg>
    """

  private static func runs(in picture: String) throws -> [Run] {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "headrace-picture-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "picture.svg")
    try Data(picture.replacing("</svg>", with: script).utf8).write(to: file)

    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(
      filePath: try #require(
        browser, "HEADRACE_TOOLS requires chromium; Scripts/test-tools.sh installs it"))
    process.arguments = [
      "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(folder.path)/profile",
      "--dump-dom", file.absoluteString,
    ]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let page = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let encoded = try #require(page.firstMatch(of: /<desc id="runs">([^<]*)</)).1
    let data = try #require(Data(base64Encoded: String(encoded)))
    return try JSONDecoder().decode([Run].self, from: data)
  }
}
