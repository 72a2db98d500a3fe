import EthereumCrypto
import HeadraceTerminal

/// A recovery phrase as it is shown: its words numbered, in columns, on a screen that goes away.
enum PhraseScreen {
  /// How many words stand in a row, where there is room.
  static let columnCountMax = 3

  /// How wide a column is; the longest words of the English list have eight letters.
  private static let columnWidth = 16

  /// How wide a word is with its number: "24. abstract".
  private static let wordWidth = 12

  /// Takes the alternate screen, which has no scroll-back.
  static let entering = "\u{1B}[?1049h\u{1B}[2J\u{1B}[H"

  /// Erases the alternate screen, which some terminals keep, and leaves it.
  static let leaving = "\u{1B}[2J\u{1B}[H\u{1B}[?1049l"

  /// What is written to show a phrase.
  ///
  /// - Parameters:
  ///   - heading: What stands above it.
  ///   - words: The words, separated by single spaces.
  ///   - isFullScreen: Whether the terminal has an alternate screen.
  ///   - window: How large that is; nil where it does not say.
  static func bytes(
    _ heading: String, _ words: borrowing SecretBytes, isFullScreen: Bool, window: Window? = nil
  ) -> SecretBytes {
    let columnCount = Self.columnCount(window?.columns)
    return words.withUnsafeBytes { words in
      let ranges = ranges(ofWordsIn: words)
      let rowCount = (ranges.count + columnCount - 1) / columnCount
      let head = Array(((isFullScreen ? entering : "") + heading + "\n\n").utf8)
      // Each word stands with a number and blanks in a column that is wide enough for any.
      var screen = SecretBytes(
        count: head.count + 2 * words.count + ranges.count * columnWidth + rowCount + 1)
      let count = screen.withUnsafeMutableBytes { screen in
        var writer = Writer(target: screen)
        writer.write(head)
        for row in 0..<rowCount {
          for column in 0..<columnCount {
            // Down the columns, as people write lists.
            let place = row + column * rowCount
            guard place < ranges.count else { continue }
            let start = writer.count
            let number = "\(place + 1)"
            writer.write(Array((number.count < 2 ? " " : "").utf8) + Array("\(number). ".utf8))
            writer.write(words[ranges[place]])
            guard column < columnCount - 1 else { continue }
            while writer.count < start + columnWidth { writer.write([0x20]) }
          }
          writer.write([0x0A])
        }
        writer.write([0x0A])
        return writer.count
      }
      return screen.withUnsafeBytes {
        SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<count]))
      }
    }
  }

  // MARK: - Its Room

  /// How large a terminal's window is.
  struct Window: Equatable, Sendable {
    let columns: Int
    let rows: Int
  }

  /// The least window that shows a phrase as it is meant; nil if a window shows its heading, every
  /// word and the question at once.
  ///
  /// The alternate screen has no scroll-back: a word that left the window was never read, and a
  /// heading that did says nothing. A window that is made smaller afterwards is not noticed.
  ///
  /// - Parameters:
  ///   - window: How large the window is.
  ///   - wordCount: How many words there are.
  ///   - heading: What stands above them.
  ///   - question: What stands below them, and the place where the answer is typed.
  static func missingRoom(
    in window: Window, wordCount: Int, heading: String, question: String
  ) -> Window? {
    func rows(_ columns: Int) -> Int {
      let inRow = columnCount(columns)
      let texts = [heading, question + " "].map { text in
        max(1, (CellText.columns(of: text) + columns - 1) / columns)
      }
      return texts[0] + 1 + (wordCount + inRow - 1) / inRow + 1 + texts[1]
    }
    if window.columns >= wordWidth, rows(window.columns) <= window.rows { return nil }
    let columns = (columnCountMax - 1) * columnWidth + wordWidth
    return Window(columns: columns, rows: rows(columns))
  }

  /// How many words stand in a row of so many columns.
  private static func columnCount(_ columns: Int?) -> Int {
    guard let columns else { return columnCountMax }
    return max(1, min(columnCountMax, (columns - wordWidth) / columnWidth + 1))
  }

  private static func ranges(ofWordsIn words: UnsafeRawBufferPointer) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    for place in 0...words.count where place == words.count || words[place] == 0x20 {
      if place > start { ranges.append(start..<place) }
      start = place + 1
    }
    return ranges
  }

  /// Writes bytes one after the other into locked memory.
  private struct Writer {
    let target: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    init(target: UnsafeMutableRawBufferPointer) {
      self.target = target
    }

    mutating func write(_ bytes: some Collection<UInt8>) {
      UnsafeMutableRawBufferPointer(rebasing: target[count...]).copyBytes(from: bytes)
      count += bytes.count
    }
  }
}
