/// Substitutes for characters that would control the terminal or mislead the reader.
enum ShownCharacter {
  /// The sign for a character that can't be shown.
  static let replacement: UInt32 = 0xFFFD

  /// Returns the character, or a visible substitute.
  ///
  /// Control characters never reach a terminal, because they would be commands. Neither do
  /// invisible characters and those that change the direction of text, because they could make a
  /// name or an address look like another.
  static func shown(_ character: Character) -> Character {
    var scalars = character.unicodeScalars.makeIterator()
    guard let first = scalars.next() else { return "\u{FFFD}" }
    if scalars.next() == nil {
      let shown = scalar(first).value
      return shown == first.value ? character : Character(Unicode.Scalar(shown) ?? "\u{FFFD}")
    }
    if character == "\r\n" { return "\u{240D}" }
    let isMisleading = character.unicodeScalars.contains { $0.isControlOrDirection }
    return isMisleading || first.isInvisible ? "\u{FFFD}" : character
  }

  /// Returns the scalar to show for a character of one scalar, and its width in cells.
  static func scalar(_ scalar: Unicode.Scalar) -> (value: UInt32, width: Int) {
    let value = scalar.value
    if value < 0x7F { return (value < 0x20 ? 0x2400 + value : value, 1) }
    if value == 0x7F { return (0x2421, 1) }
    if Int(value) < table.count {
      let width = table[Int(value)]
      return width == hidden ? (replacement, 1) : (value, Int(width))
    }
    return scalar.isControlOrDirection || scalar.isInvisible
      ? (replacement, 1) : (value, CellWidth.of(scalar))
  }

  private static let hidden: UInt8 = 0xFF

  /// The widths of the first plane, computed once; `hidden` for scalars that must not be shown.
  private static let table: [UInt8] = (0..<0x1_0000).map { value in
    guard let scalar = Unicode.Scalar(UInt32(value)) else { return hidden }
    return scalar.isControlOrDirection || scalar.isInvisible
      ? hidden : UInt8(CellWidth.of(scalar))
  }
}

extension Unicode.Scalar {
  /// True if the scalar controls a terminal or changes the direction of text.
  ///
  /// - SeeAlso: Unicode Standard Annex 9, section 2 (directional formatting characters).
  fileprivate var isControlOrDirection: Bool {
    switch value {
    case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// True if the scalar is invisible.
  fileprivate var isInvisible: Bool {
    value > 0x7F && CellWidth.of(self) == 0
      && !(0x1160...0x11FF).contains(value)  // Parts of Hangul syllables are visible on their own.
  }
}
