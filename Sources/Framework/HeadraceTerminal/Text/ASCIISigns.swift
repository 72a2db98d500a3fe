/// What stands for characters on a terminal that shows nothing but ASCII.
package enum ASCIISigns {
  /// As many bytes as a character takes cells: itself, a similar sign, or `?` for what has none.
  static func bytes(of character: Character, columns: Int) -> [UInt8] {
    if let ascii = character.asciiValue { return [ascii] }
    let sign = signs[character] ?? UInt8(ascii: "?")
    return [UInt8](repeating: sign, count: max(1, columns))
  }

  /// A text in as many cells as before.
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
