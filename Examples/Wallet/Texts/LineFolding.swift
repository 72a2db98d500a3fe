import HeadraceTerminal

/// Breaks lines between words, so that a terminal does not break them within one.
enum LineFolding {
  /// The narrowest terminal for which lines are broken.
  static let columnsMin = 20

  /// Breaks a line between words; a word that is wider than the terminal gets its own line.
  ///
  /// - Parameters:
  ///   - text: One line or several; spaces at their beginnings are kept.
  ///   - columns: The width of the terminal; nil, or too narrow, leaves the text unchanged.
  ///   - indent: The number of spaces at the start of each continuation; below an indented line,
  ///     two more than that line has.
  static func fold(_ text: String, columns: Int?, indent: Int = 0) -> String {
    guard let columns, columns >= columnsMin else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line($0, columns, indent) }.joined(separator: "\n")
  }

  private static func line(_ text: Substring, _ columns: Int, _ indent: Int) -> String {
    guard CellText.columns(of: text) > columns else { return String(text) }
    let begin = text.prefix { $0 == " " }
    let indent = begin.isEmpty ? indent : max(indent, begin.count + 2)
    var lines: [String] = []
    var current = String(begin)
    var isEmpty = true
    for word in text.dropFirst(begin.count).split(separator: " ", omittingEmptySubsequences: false)
    {
      let longer = isEmpty ? current + word : current + " " + word
      if isEmpty || CellText.columns(of: longer) <= columns {
        current = longer
      } else {
        lines.append(current)
        current = String(repeating: " ", count: indent) + word
      }
      isEmpty = false
    }
    return (lines + [current]).joined(separator: "\n")
  }
}
