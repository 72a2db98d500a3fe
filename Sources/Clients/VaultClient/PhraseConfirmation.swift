/// Three places of a phrase that are asked back.
package struct ConfirmationChallenge: Codable, Hashable, Sendable {
  /// Places from 1 to the phrase's word count, ascending, without repetition.
  package let positions: [Int]

  /// Asks for these places, as a vault or a test does.
  package init(positions: [Int]) {
    self.positions = positions
  }
}

/// Why the words typed do not confirm a phrase. Their handles are spent.
package enum ConfirmationRefusal: Error, Codable, Hashable, Sendable {
  /// The creation was committed, abandoned, or replaced by another.
  case phraseGone

  /// A handle was spent, wiped, or never given.
  case secretGone

  /// No challenge stands, or it asks for another number of words.
  case noChallenge

  /// The words at these places, from 1, are others.
  case wrongWords(positions: [Int])
}
