import HeadraceTerminal

/// What the host of lines says, in the language of the screens.
enum LineTexts {
  static func words(_ texts: Texts) -> LineWords {
    LineWords(
      opening: texts[.linesOpening], unknownKey: { texts[.linesNoKey, $0] },
      secretQuestion: texts[.linesSecret])
  }
}
