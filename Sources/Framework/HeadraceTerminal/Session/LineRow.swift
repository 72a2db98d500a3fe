/// A row of a screen as a line of text, written or read aloud.
///
/// Because no style is visible, the selection is marked with a sign. The lines around and between
/// parts are omitted.
struct LineRow: Equatable {
  /// The mark before the selection; a focused text field draws the same.
  static let mark: Character = "›"

  /// The text of the line.
  private(set) var text = ""
  /// The text without marks, so that a row is recognised if only the selection has moved.
  private(set) var bareText = ""

  /// Creates the line of a row.
  ///
  /// - Parameters:
  ///   - row: The characters and styles of the cells, from left to right.
  ///   - selection: The style of the selection.
  init(_ row: some Sequence<(character: Character, style: Style)>, selection: Style) {
    var isChosen = false
    for (character, style) in row {
      let begins = style == selection && !isChosen
      isChosen = style == selection
      let shown = Self.isDrawn(character) ? " " : character
      if begins {
        // A list leaves a space for the mark; elsewhere, the mark shifts the text.
        text.append(Self.mark)
        if shown != " " { text += " \(shown)" }
      } else {
        text.append(shown)
      }
      bareText.append(shown == Self.mark ? " " : shown)
    }
    text.removeBlanksAtEnd()
    bareText.removeBlanksAtEnd()
  }

  /// True if there is nothing to write.
  var isEmpty: Bool { bareText.isEmpty }

  /// Returns `true` if the row existed before with a mark that has now moved to another row.
  func hasLostMark(since rows: [LineRow]) -> Bool {
    rows.contains { $0.bareText == bareText && $0.marks > marks }
  }

  private var marks: Int { text.reduce(0) { $1 == Self.mark ? $0 + 1 : $0 } }

  /// Returns `true` for box-drawing characters, which say nothing when they are read aloud.
  private static func isDrawn(_ character: Character) -> Bool {
    character.unicodeScalars.first.map { (0x2500...0x257F).contains($0.value) } ?? false
  }
}

extension String {
  fileprivate mutating func removeBlanksAtEnd() {
    while last == " " { removeLast() }
  }
}

extension Grid {
  /// Returns the rows that are not empty, as lines.
  ///
  /// - Parameters:
  ///   - selection: The style of the selection.
  ///   - covered: The style of content below a sheet, which is omitted beside the sheet.
  func lines(selection: Style, covered: Style? = nil) -> [LineRow] {
    (0..<size.rows).compactMap { row in
      var cells = (0..<size.columns).compactMap { column in
        let position = Position(column: column, row: row)
        return self[position].map { (character: $0, style: style(at: position)) }
      }
      if cells.contains(where: { $0.style != covered && $0.character != " " }) {
        for place in cells.indices where cells[place].style == covered {
          cells[place].character = " "
        }
      }
      let line = LineRow(cells, selection: selection)
      return line.isEmpty ? nil : line
    }
  }
}
