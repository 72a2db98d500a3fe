/// Why a typed phrase, or a typed private key, was not taken. Its handle is spent.
package enum PhraseImportRefusal: Error, Hashable, Sendable {
  /// The handle was spent, wiped, or never given.
  case secretGone

  /// There is a vault; it must be erased first.
  case vaultExists

  /// Phrases have 12, 15, 18, 21 or 24 words, each separated by one space.
  case wrongWordCount(found: Int)

  /// The word at this place, from 1, is not in the list. Words that look like it, of which one is
  /// likely a word of the phrase, are on the host's display and nowhere else.
  case unknownWord(position: Int)

  /// Every word is in the list, but they are not a phrase: one is wrong, or two changed places.
  case wrongChecksum

  /// More than one space stands before the word at this place, from 1, or one before the first or
  /// behind the last word.
  case extraSpace(position: Int)

  /// A private key has 64 hexadecimal digits, with or without 0x before them.
  case keyLength(found: Int)

  /// The character at this place of a private key, from 1 and without 0x, is no hexadecimal digit.
  case keyDigit(position: Int)

  /// The digits are no private key: zero, or the order of the curve or more.
  case keyOutOfRange

  /// Everybody knows the phrase or the key, and the wallet is for a chain of value.
  case published

  /// The vault's files could not be read.
  case storage(VaultStorageFailure)
}
