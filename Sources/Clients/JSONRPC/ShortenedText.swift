extension String {
  /// The text, or its first scalars of Unicode with a sign that there were more.
  ///
  /// It is for texts of others. They are scalars and not characters, because one character may hold
  /// any number of marks.
  package func shortened(toScalars countMax: Int) -> String {
    let kept = unicodeScalars.prefix(countMax)
    return kept.endIndex == endIndex ? self : String(kept) + "…"
  }
}
