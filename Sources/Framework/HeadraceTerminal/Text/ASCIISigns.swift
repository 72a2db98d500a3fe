/// Replacements for characters on a terminal that shows only ASCII.
package enum ASCIISigns {
  /// Returns one byte for each cell of a character: itself, a similar sign, or `?` if there is
  /// none.
  static func bytes(of character: Character, columns: Int) -> [UInt8] {
    if let ascii = character.asciiValue { return [ascii] }
    let sign = signs[character] ?? UInt8(ascii: "?")
    return [UInt8](repeating: sign, count: max(1, columns))
  }

  /// Returns a text in ASCII that takes the same number of cells.
  package static func text(_ row: String) -> String {
    let bytes = row.flatMap { self.bytes(of: $0, columns: CellText.columns(of: String($0))) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let signs: [Character: UInt8] = {
    let rows: [(sign: Unicode.Scalar, characters: String)] = [
      ("-", "−–—─━╌"), ("|", "│┃║"), ("+", "╭╮╰╯┌┐└┘├┤┬┴┼✓✔"), (">", "›▸▶→⏎↵⇥"), ("<", "‹◂◀←⌫"),
      ("x", "×✕✗✘"), ("*", "●•▪"), ("o", "○◦"), ("#", "█▓▒■▀▄▢"), (".", "·░"), ("~", "…"),
      ("^", "↑▲"), ("v", "↓▼"), ("\"", "“”"), ("'", "‘’"), (" ", "\u{A0}"),
    ]
    var signs: [Character: UInt8] = [:]
    for row in rows {
      for character in row.characters { signs[character] = UInt8(ascii: row.sign) }
    }
    return signs
  }()
}
