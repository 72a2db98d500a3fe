/// A row of a screen as a line that is written, or read aloud: no style is visible, so that what is
/// chosen has a sign, and the lines around and between parts are omitted.
struct LineRow: Equatable {
  /// The sign before what is chosen; a text field that has the focus draws the same.
  static let mark: Character = "›"

  /// What is written.
  private(set) var text = ""
  /// The same without signs, so that a row is recognised where only the choice has moved.
  private(set) var bareText = ""

  /// Creates the line of a row.
  ///
  /// - Parameters:
  ///   - row: The characters and styles of the cells, from left to right.
  ///   - selection: How what is chosen looks.
  init(_ row: some Sequence<(character: Character, style: Style)>, selection: Style) {
    var isChosen = false
    for (character, style) in row {
      let begins = style == selection && !isChosen
      isChosen = style == selection
      let shown = Self.isDrawn(character) ? " " : character
      if begins {
        // A list leaves a blank there; where there is none, the sign pushes the text aside.
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

  /// Whether there is anything to write.
  var isEmpty: Bool { bareText.isEmpty }

  /// Whether the row was there before with a sign that it has lost: then another row has it now.
  func hasLostMark(since rows: [LineRow]) -> Bool {
    rows.contains { $0.bareText == bareText && $0.marks > marks }
  }

  private var marks: Int { text.reduce(0) { $1 == Self.mark ? $0 + 1 : $0 } }

  /// Whether a character is a part of a line or a box, which says nothing when it is read aloud.
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
  /// The rows that are not empty, as lines.
  ///
  /// - Parameters:
  ///   - selection: How what is chosen looks.
  ///   - covered: How what lies below a sheet looks; beside the sheet it is omitted.
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
