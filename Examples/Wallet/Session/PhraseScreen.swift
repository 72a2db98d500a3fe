import EthereumCrypto
import HeadraceTerminal

/// A recovery phrase on a temporary screen: its words, numbered, in columns.
enum PhraseScreen {
  /// The number of words per row, if there is room.
  static let columnCountMax = 3

  /// The width of a column; the longest words of the English list have eight letters.
  private static let columnWidth = 16

  /// The width of a word with its number: "24. abstract".
  private static let wordWidth = 12

  /// The sequence that switches to the alternate screen, which has no scroll-back.
  static let entering = "\u{1B}[?1049h\u{1B}[2J\u{1B}[H"

  /// Erases the alternate screen, which some terminals keep, and leaves it.
  static let leaving = "\u{1B}[2J\u{1B}[H\u{1B}[?1049l"

  /// Returns the bytes that show a phrase.
  ///
  /// - Parameters:
  ///   - heading: The text above it.
  ///   - words: The words, separated by single spaces.
  ///   - isFullScreen: True if the terminal has an alternate screen.
  ///   - window: The size of the terminal; nil if it is not known.
  static func bytes(
    _ heading: String, _ words: borrowing SecretBytes, isFullScreen: Bool, window: Window? = nil
  ) -> SecretBytes {
    let columnCount = Self.columnCount(window?.columns)
    return words.withUnsafeBytes { words in
      let ranges = ranges(ofWordsIn: words)
      let rowCount = (ranges.count + columnCount - 1) / columnCount
      let head = Array(((isFullScreen ? entering : "") + heading + "\n\n").utf8)
      // Each word, with its number and spaces, is in a column that is wide enough for any.
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

  // MARK: - Checking the Window

  /// The size of a terminal's window.
  struct Window: Equatable, Sendable {
    let columns: Int
    let rows: Int
  }

  /// Returns the smallest window that shows the phrase properly; nil if the given one shows its
  /// heading, every word and the question together.
  ///
  /// The alternate screen has no scroll-back: a word that scrolled out of the window was never
  /// read, and neither was a heading. A window that is made smaller later is not noticed.
  ///
  /// - Parameters:
  ///   - window: The size of the window.
  ///   - wordCount: The number of words.
  ///   - heading: The text above them.
  ///   - question: The text below them, where the answer is typed.
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

  /// Returns the number of words in a row of this many columns.
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

  /// Writes bytes sequentially into locked memory.
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
