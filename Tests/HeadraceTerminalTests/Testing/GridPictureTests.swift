import HeadraceTerminal
import HeadraceTerminalTesting
import Testing

/// A grid as a picture for documentation.
@Suite struct GridPictureTests {
  private func picture(_ view: some View, _ columns: Int, _ rows: Int) -> String {
    view.grid(Size(columns: columns, rows: rows), theme: .dark).picture(title: "A & B")
  }

  /// Runs of one style are one text, fitted to their cells; special characters of XML are escaped.
  @Test func everyRunIsATextOfItsOwn() {
    let picture = picture(Text("a<b & \"c\""), 12, 1)
    #expect(picture.contains("<title>A &amp; B</title>"))
    #expect(picture.contains("aria-label=\"A &amp; B\""))
    #expect(picture.contains(">a&lt;b &amp; &quot;c&quot;"))
    #expect(picture.contains("viewBox=\"0 0 124.8 42\""))
    #expect(picture.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
    #expect(picture.hasSuffix("</g>\n</svg>\n"))
  }

  /// A character that takes two cells has the width of two.
  @Test func wideCharactersHaveTheirCells() {
    let picture = picture(Text("한"), 2, 1)
    #expect(picture.contains("textLength=\"16.8\""))
    #expect(picture.contains(">한</text>"))
  }

  /// A row without characters has no text.
  @Test func blanksAreNotWritten() {
    #expect(!picture(Text("   "), 3, 1).contains("<text"))
  }
}
