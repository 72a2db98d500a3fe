/// An editable line with a label above and a note below, such as an error.
public struct TextField: View {
  private let label: String
  private let editor: LineEditor
  private let isFocused: Bool
  private let isSecret: Bool
  private let placeholder: String
  private let note: String
  private let noteRole: StyleRole

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - label: The name of the field, shown in the line above.
  ///   - editor: The text and the cursor.
  ///   - isFocused: Pass `true` if keys go to this field, which then shows the terminal's cursor.
  ///   - isSecret: Pass `true` to show each character as a dot.
  ///   - placeholder: The text to show while the field is empty.
  ///   - note: The text below: a hint or an error.
  ///   - noteRole: The style of the note.
  public init(
    _ label: String, _ editor: LineEditor, isFocused: Bool = false, isSecret: Bool = false,
    placeholder: String = "", note: String = "", noteRole: StyleRole = .secondary
  ) {
    self.label = label
    self.editor = editor
    self.isFocused = isFocused
    self.isSecret = isSecret
    self.placeholder = placeholder
    self.note = note
    self.noteRole = noteRole
  }

  /// Returns all available columns.
  public func columns(within limit: Int) -> Int { limit }

  /// Returns one row for the label, one for the text, and as many as the note needs.
  public func rows(within columns: Int) -> Int {
    2 + (note.isEmpty ? 0 : CellText.lines(of: note, within: columns - 2).count)
  }

  /// Draws the label, as much of the text as fits around the cursor, and the note.
  public func draw(on canvas: inout Canvas) {
    canvas.write(label, isFocused ? .accent : .secondary)
    let columns = canvas.size.columns - 2
    canvas.write(isFocused ? "›" : " ", .accent, row: 1)
    if editor.text.isEmpty {
      canvas.write(
        CellText.truncated(placeholder, to: columns), .secondary, column: 2, row: 1)
    }
    var shown = isSecret ? String(repeating: "•", count: editor.text.count) : editor.text
    // Without a cursor to follow, both ends are shown, which help to recognise the text.
    if !isFocused { shown = CellText.truncated(shown, to: columns, .middle) }
    let before = String(shown.prefix(isFocused ? editor.cursor : 0))
    // The cursor needs a cell as well.
    let left = CellText.suffix(of: before, columns: max(0, columns - 1))
    let width = CellText.columns(of: left)
    let right = CellText.prefix(of: shown.dropFirst(before.count), columns: columns - width)
    canvas.write(left + right, column: 2, row: 1)
    if isFocused { canvas.showCursor(column: 2 + width, row: 1) }
    let lines = note.isEmpty ? [] : CellText.lines(of: note, within: columns)
    for (row, line) in lines.enumerated() {
      canvas.write(line, noteRole, column: 2, row: 2 + row)
    }
  }
}
