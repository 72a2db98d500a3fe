extension String {
  /// Whether every character can be seen, and none changes how others are shown, so that two texts
  /// which differ also look different.
  ///
  /// Of blanks, only the ordinary one counts as visible. Joiners and selectors count where they are
  /// part of a picture. Linear in the length of the text.
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
    default: !scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
