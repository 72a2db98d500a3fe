/// The reason why a phrase, its entropy or its passphrase was refused; positions count from 1.
package enum MnemonicError: Error, Equatable, Sendable {
  /// A phrase must have 12, 15, 18, 21 or 24 words.
  case wrongWordCount(found: Int)
  /// There is an extra space before the word at a position.
  ///
  /// It is more than one space between words, or one before the first or after the last word.
  case extraSpace(position: Int)
  /// The word at a position is not in the list; the suggestions are the nearest words in it.
  case unknownWord(position: Int, suggestions: [String])
  /// The word at a position is in the list except for its upper case.
  case upperCase(position: Int)
  /// All words are in the list but don't match: one is wrong, or two are exchanged.
  case wrongChecksum
  /// Entropy must have 16, 20, 24, 28 or 32 bytes.
  case wrongEntropySize(found: Int)
  /// The passphrase is not UTF-8, so its characters are unknown.
  case passphraseNotUTF8
}

extension MnemonicError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .wrongWordCount(let found):
      return "expected 12, 15, 18, 21 or 24 words, found \(found)"
    case .extraSpace(let position):
      return "expected single spaces between words only, found one too many at word \(position)"
    case .unknownWord(let position, let suggestions):
      let hint = suggestions.isEmpty ? "" : "; near it: " + suggestions.joined(separator: ", ")
      return "expected a word of the list at position \(position)\(hint)"
    case .upperCase(let position):
      return "expected lower case at position \(position); the word itself is in the list"
    case .wrongChecksum:
      return "expected a valid checksum: a word is wrong, or two are swapped"
    case .wrongEntropySize(let found):
      return "expected 16, 20, 24, 28 or 32 bytes of entropy, found \(found)"
    case .passphraseNotUTF8:
      return "expected a passphrase in UTF-8"
    }
  }
}
