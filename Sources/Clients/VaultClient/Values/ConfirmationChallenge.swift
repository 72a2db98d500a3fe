/// Three places of a phrase that are asked back.
package struct ConfirmationChallenge: Hashable, Sendable {
  /// Places from 1 to the phrase's word count, ascending, without repetition.
  package let positions: [Int]

  /// Asks for these places, as a vault or a test does.
  package init(positions: [Int]) {
    self.positions = positions
  }
}
