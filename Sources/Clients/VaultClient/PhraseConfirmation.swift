/// A request to confirm three words of a phrase.
package struct ConfirmationChallenge: Codable, Hashable, Sendable {
  /// The positions of the words, from 1, ascending, without repetition.
  package let positions: [Int]

  /// Creates a challenge with these positions, in a vault or a test.
  package init(positions: [Int]) {
    self.positions = positions
  }
}

/// The reason the typed words do not confirm a phrase; their handles are spent.
package enum ConfirmationRefusal: Error, Codable, Hashable, Sendable {
  /// The creation was committed, abandoned, or replaced by another.
  case phraseGone

  /// A handle was spent, wiped, or never given.
  case secretGone

  /// There is no challenge, or it asks for a different number of words.
  case noChallenge

  /// The words at these positions, from 1, are wrong.
  case wrongWords(positions: [Int])
}
