/// A creation in progress: a phrase that the vault holds, not yet written.
package struct PhraseHandle: Codable, Hashable, Sendable {
  /// A number that is never given twice by one vault.
  package let id: UInt64

  /// How many words the phrase has: 12, 15, 18, 21 or 24; 0 for a private key that was imported.
  package let wordCount: Int

  /// Names the phrase with a number, as a vault or a test does.
  package init(id: UInt64, wordCount: Int) {
    self.id = id
    self.wordCount = wordCount
  }

  /// Reads a handle that names no phrase of a vault.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = UInt64(handleFrom: try values.decode(UInt64.self, forKey: .id))
    wordCount = try values.decode(Int.self, forKey: .wordCount)
  }

  /// Writes the number and the count.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(id.unmarked, forKey: .id)
    try values.encode(wordCount, forKey: .wordCount)
  }

  private enum CodingKeys: CodingKey { case id, wordCount }
}

/// Why no phrase was drawn.
package enum CreationRefusal: Error, Codable, Hashable, Sendable {
  /// Phrases have 12, 15, 18, 21 or 24 words.
  case unsupportedWordCount(Int)

  /// There is a vault; it must be erased first.
  case vaultExists

  /// The vault's files could not be read.
  case storage(VaultStorageFailure)
}

/// Why a typed phrase, or a typed private key, was not taken. Its handle is spent.
package enum PhraseImportRefusal: Error, Codable, Hashable, Sendable {
  /// The handle was spent, wiped, or never given.
  case secretGone

  /// There is a vault; it must be erased first.
  case vaultExists

  /// Phrases have 12, 15, 18, 21 or 24 words, each separated by one space.
  case wrongWordCount(found: Int)

  /// The word at this place, from 1, is not in the list. Words that look like it, of which one is
  /// likely a word of the phrase, are on the host's display and nowhere else.
  case unknownWord(position: Int)

  /// The word at this place, from 1, is in the list, but for letters in upper case.
  case upperCase(position: Int)

  /// Every word is in the list, but they are not a phrase: one is wrong, or two are swapped.
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

  /// The phrase or the key is public, and the wallet is for a chain of value.
  case published

  /// The vault's files could not be read.
  case storage(VaultStorageFailure)
}

/// Why a phrase was not shown.
package enum PhraseDisplayRefusal: Error, Codable, Hashable, Sendable {
  /// The creation was committed, abandoned, or replaced by another.
  case phraseGone

  /// The host has no display for phrases, or it failed.
  case displayUnavailable
}

/// A vault that was just written.
package struct CommittedVault: Equatable, Sendable {
  /// The accounts of the vault, which is open: the first account of the phrase.
  package var accounts: [VaultAccount]

  /// Where an unreadable vault file that stood in the way was moved to; nil as a rule.
  package var setAsidePath: String?

  /// Describes a vault that was written, as a vault or a test does.
  package init(accounts: [VaultAccount], setAsidePath: String? = nil) {
    self.accounts = accounts
    self.setAsidePath = setAsidePath
  }
}

/// Why no vault was written.
package enum CommitRefusal: Error, Codable, Hashable, Sendable {
  /// The creation was committed, abandoned, or replaced by another.
  case phraseGone

  /// The three words have not been asked back yet.
  case notConfirmed

  /// No passcode has been set yet.
  case noPasscode

  /// There is a vault; another process wrote it meanwhile.
  case vaultExists

  /// The task was cancelled; the creation still stands.
  case cancelled

  /// The vault's files could not be read or written; the creation still stands.
  case storage(VaultStorageFailure)
}
