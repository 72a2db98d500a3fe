extension String {
  /// True if every character can be seen, and none changes how others are displayed, so that two
  /// different texts also look different.
  ///
  /// Of the kinds of space, only the ordinary one counts as visible. Joiners and selectors count if
  /// they are part of an emoji. Linear in the length of the text.
  package var isVisible: Bool {
    allSatisfy { character in
      character.unicodeScalars.allSatisfy(Self.isVisible) || EmojiSequence.isOne(character)
    }
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
      .unassigned:
      false
    case .spaceSeparator: scalar == " "
    default: !scalar.properties.isDefaultIgnorableCodePoint && !blankSigns.contains(scalar)
    }
  }

  /// Signs, letters and marks that are drawn as nothing, although Unicode does not class them as
  /// spaces.
  ///
  /// They are the Braille pattern without dots, a note without a head, the full and the half blank
  /// of hieroglyphs, and the filler of Khitan.
  private static let blankSigns: Set<Unicode.Scalar> = [
    "\u{2800}", "\u{1D159}", "\u{13441}", "\u{13442}", "\u{16FE4}",
  ]
}
