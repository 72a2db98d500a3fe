internal import CTerminalMode

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The number of cells that characters take.
///
/// - SeeAlso: Unicode Standard Annex 11 (East Asian Width); `wcwidth` of the C library, with the
///   tables of its locale `C.UTF-8`, regardless of the user's locale.
enum CellWidth {
  /// Returns the width of a printable grapheme cluster, 0 to 2 cells.
  static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.count == 1 { return of(first) }
    // An emoji of several scalars is as wide as a single one, whatever the widths of its scalars.
    if first.properties.isEmojiPresentation || first.isRegionalIndicator { return 2 }
    if scalars.contains("\u{FE0F}"), first.properties.isEmoji { return 2 }
    return min(2, scalars.reduce(0) { $0 + of($1) })
  }

  /// Returns the width of a scalar; 0 for one that combines with the previous one.
  static func of(_ scalar: Unicode.Scalar) -> Int {
    let value = Int(scalar.value)
    if value < 0x7F { return 1 }
    if value < table.count { return Int(table[value]) }
    switch value {
    case 0x2_0000...0x3_FFFD: return 2
    case 0xE_0000...0xE_0FFF: return 0
    default: return 1
    }
  }

  /// The widths of the first two planes, looked up once.
  private static let table: [UInt8] = {
    // Changes the locale of this thread only, and only for this block.
    let tables = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)
    let before = tables.map { uselocale($0) }
    defer {
      if let before { uselocale(before) }
      if let tables { freelocale(tables) }
    }
    return (0..<0x2_0000).map { UInt8(max(0, min(2, headrace_terminal_width(Int32($0))))) }
  }()
}

extension Unicode.Scalar {
  /// True if the scalar is half of a flag.
  var isRegionalIndicator: Bool { (0x1_F1E6...0x1_F1FF).contains(value) }
}
