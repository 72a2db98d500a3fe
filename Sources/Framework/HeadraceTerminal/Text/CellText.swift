/// Measures text in cells, breaks it into lines and truncates it.
public enum CellText {
  /// Returns the number of columns that a line of text takes.
  ///
  /// - Complexity: O(*n*) in the characters.
  public static func columns(of text: some StringProtocol) -> Int {
    if isPrintableASCII(text) { return text.utf8.count }
    var columns = 0
    for character in text { columns += width(of: character) }
    return columns
  }

  /// Returns the number of columns that a character takes as shown.
  private static func width(of character: Character) -> Int {
    var scalars = character.unicodeScalars.makeIterator()
    guard let first = scalars.next() else { return 0 }
    return scalars.next() == nil
      ? ShownCharacter.scalar(first).width : CellWidth.of(ShownCharacter.shown(character))
  }

  /// Returns `true` if each byte is a character of one cell, as in most texts.
  static func isPrintableASCII(_ text: some StringProtocol) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }

  /// Truncates a line to a number of columns; `…` marks the omitted text.
  ///
  /// - Parameters:
  ///   - text: The line.
  ///   - limit: The maximum number of columns; nothing is left if it is 0.
  ///   - cut: The position of the cut.
  public static func truncated(_ text: String, to limit: Int, _ cut: TextCut = .end) -> String {
    guard columns(of: text) > limit else { return text }
    guard limit > 1 else { return limit == 1 ? "…" : "" }
    switch cut {
    case .end:
      return prefix(of: text, columns: limit - 1) + "…"
    case .middle:
      let end = (limit - 1) / 2
      return prefix(of: text, columns: limit - 1 - end) + "…" + suffix(of: text, columns: end)
    }
  }

  /// Returns as much of a text's beginning as fits into a number of columns.
  static func prefix(of text: some StringProtocol, columns limit: Int) -> String {
    if isPrintableASCII(text) {
      return String(decoding: text.utf8.prefix(max(0, limit)), as: UTF8.self)
    }
    return taken(text, limit) { $0 + String($1) }
  }

  /// Returns as much of a text's end as fits into a number of columns.
  static func suffix(of text: String, columns limit: Int) -> String {
    if isPrintableASCII(text) {
      return String(decoding: text.utf8.suffix(max(0, limit)), as: UTF8.self)
    }
    return taken(text.reversed(), limit) { String($1) + $0 }
  }

  private static func taken(
    _ characters: some Sequence<Character>, _ limit: Int, _ add: (String, Character) -> String
  ) -> String {
    var result = ""
    var columns = 0
    for character in characters {
      columns += width(of: character)
      if columns > limit { break }
      result = add(result, character)
    }
    return result
  }

  /// Breaks a text into lines of at most a number of columns.
  ///
  /// Lines end at line breaks and between words; a word that is too long is broken. A line can also
  /// end between wide characters that are not part of a Hangul word.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - limit: The maximum number of columns; below 2, wide characters are omitted.
  /// - Returns: At least one line.
  /// - Complexity: O(*n*) in the characters.
  public static func lines(of text: String, within limit: Int) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap {
      wrapped($0, within: limit)
    }
  }

  private static func wrapped(_ line: Substring, within limit: Int) -> [String] {
    guard limit > 0 else { return [""] }
    // Most texts are short.
    if columns(of: line) <= limit, line.last != " " { return [String(line)] }
    var lines: [String] = []
    var current = ""
    var width = 0
    for word in words(of: line) {
      let wordWidth = columns(of: word)
      if width + columns(of: word.trimmingEnd) > limit, width > 0 {
        lines.append(current.trimmingEnd)
        (current, width) = ("", 0)
      }
      if wordWidth <= limit || columns(of: word.trimmingEnd) <= limit {
        current += word
        width += wordWidth
        continue
      }
      for character in word {
        let columns = Self.width(of: character)
        guard columns <= limit else { continue }
        if width + columns > limit {
          lines.append(current)
          (current, width) = ("", 0)
        }
        current.append(character)
        width += columns
      }
    }
    return lines + [current.trimmingEnd]
  }

  /// Splits a line into words with the spaces that follow them; each ideograph is a word.
  private static func words(of line: Substring) -> [Substring] {
    var words: [Substring] = []
    var start = line.startIndex
    var isAfterBlank = false
    for index in line.indices {
      let character = line[index]
      let isNew = (isAfterBlank && character != " ") || character.isIdeograph
      if isNew, index > start {
        words.append(line[start..<index])
        start = index
      }
      isAfterBlank = character == " " || character.isIdeograph
    }
    return words + [line[start...]]
  }
}

/// The position at which a text that is too long is cut.
public enum TextCut: Sendable {
  /// At its end.
  case end
  /// In its middle, so that both ends of an address are visible.
  case middle
}

extension StringProtocol {
  fileprivate var trimmingEnd: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}

extension Character {
  /// True if lines can end before and after the character.
  fileprivate var isIdeograph: Bool {
    unicodeScalars.first.map { $0.properties.isIdeographic || $0.isKana } ?? false
  }
}

extension Unicode.Scalar {
  fileprivate var isKana: Bool { (0x3041...0x30FF).contains(value) }
}
