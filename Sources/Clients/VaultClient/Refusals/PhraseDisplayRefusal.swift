/// Why a phrase was not shown.
package enum PhraseDisplayRefusal: Error, Hashable, Sendable {
  /// The creation was committed, abandoned, or replaced by another.
  case phraseGone

  /// The host has no display for phrases, or it failed.
  case displayUnavailable
}
