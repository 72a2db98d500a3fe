/// Emoji of several scalars, in which invisible scalars have a meaning.
enum EmojiSequence {
  private static let joiner: Unicode.Scalar = "\u{200D}"
  private static let selector: Unicode.Scalar = "\u{FE0F}"
  private static let keycap: Unicode.Scalar = "\u{20E3}"

  /// Returns true if a character is an emoji, or several joined to one; each may have a skin tone,
  /// and the selector if it would be drawn as text without it.
  static func isOne(_ character: Character) -> Bool {
    let scalars = Array(character.unicodeScalars)
    // A digit on a key cap, such as 1️⃣.
    if scalars.count == 3, scalars[1] == selector, scalars[2] == keycap {
      return scalars[0].properties.isEmoji
    }
    return scalars.split(separator: joiner, omittingEmptySubsequences: false)
      .allSatisfy { isPicture($0) }
  }

  private static func isPicture(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    guard let first = scalars.first, first.properties.isEmoji, !first.isASCII else { return false }
    let rest = scalars.dropFirst()
    if rest.first == selector, first.properties.isEmojiPresentation { return false }
    return rest.isEmpty
      || rest.count == 1 && rest.allSatisfy { $0 == selector || $0.properties.isEmojiModifier }
  }
}
