/// A creation in progress: a phrase that the vault has not written yet.
package struct PhraseHandle: Codable, Hashable, Sendable {
  /// A number that a vault never issues twice.
  package let id: UInt64

  /// The number of words: 12, 15, 18, 21 or 24; 0 for a private key that was imported.
  package let wordCount: Int

  /// Creates a handle with a number, in a vault or a test.
  package init(id: UInt64, wordCount: Int) {
    self.id = id
    self.wordCount = wordCount
  }

  /// Decodes a handle that names no phrase of any vault.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = UInt64(handleFrom: try values.decode(UInt64.self, forKey: .id))
    wordCount = try values.decode(Int.self, forKey: .wordCount)
  }

  /// Encodes the number and the count.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(id.unmarked, forKey: .id)
    try values.encode(wordCount, forKey: .wordCount)
  }

  private enum CodingKeys: CodingKey { case id, wordCount }
}

/// The reason no phrase was created.
package enum CreationRefusal: Error, Codable, Hashable, Sendable {
  /// Phrases have 12, 15, 18, 21 or 24 words.
  case unsupportedWordCount(Int)

  /// A vault exists already; it must be erased first.
  case vaultExists

  /// The vault's files could not be read.
  case storage(VaultStorageFailure)
}

/// The reason a typed phrase or private key was not accepted; its handle is spent.
package enum PhraseImportRefusal: Error, Codable, Hashable, Sendable {
  /// The handle was spent, wiped, or never given.
  case secretGone

  /// A vault exists already; it must be erased first.
  case vaultExists

  /// Phrases have 12, 15, 18, 21 or 24 words, each separated by one space.
  case wrongWordCount(found: Int)

  /// The word at this position, from 1, is not in the list; similar words, of which one is probably
  /// right, are only on the host's display.
  case unknownWord(position: Int)

  /// The word at this position, from 1, is in the list, except that it has upper-case letters.
  case upperCase(position: Int)

  /// Every word is in the list, but they are not a phrase: one is wrong, or two are swapped.
  case wrongChecksum

  /// There is more than one space before the word at this position, from 1, or a space before the
  /// first word or after the last one.
  case extraSpace(position: Int)

  /// A private key has 64 hexadecimal digits, with or without 0x before them.
  case keyLength(found: Int)

  /// The character at this position of a private key, from 1 and without 0x, is not a hex digit.
  case keyDigit(position: Int)

  /// The digits are not a private key: they are zero, or at least the order of the curve.
  case keyOutOfRange

  /// The phrase or the key is public, and the wallet is for a chain of value.
  case published

  /// The vault's files could not be read.
  case storage(VaultStorageFailure)
}

/// The reason a phrase was not shown.
package enum PhraseDisplayRefusal: Error, Codable, Hashable, Sendable {
  /// The creation was committed, abandoned, or replaced by another.
  case phraseGone

  /// The host has no display for phrases, or the display failed.
  case displayUnavailable
}

/// A newly written vault.
package struct CommittedVault: Equatable, Sendable {
  /// The accounts of the vault, which is open: the first account of the phrase.
  package var accounts: [VaultAccount]

  /// The new path of an unreadable vault file that was moved away; nil in most cases.
  package var setAsidePath: String?

  /// Describes a newly written vault, in a vault or a test.
  package init(accounts: [VaultAccount], setAsidePath: String? = nil) {
    self.accounts = accounts
    self.setAsidePath = setAsidePath
  }
}

/// The reason no vault was written.
package enum CommitRefusal: Error, Codable, Hashable, Sendable {
  /// The creation was committed, abandoned, or replaced by another.
  case phraseGone

  /// The three words have not been confirmed yet.
  case notConfirmed

  /// No passcode has been set yet.
  case noPasscode

  /// A vault exists; another process has written it in the meantime.
  case vaultExists

  /// The task was cancelled; the creation is still in progress.
  case cancelled

  /// The vault's files could not be read or written; the creation is still in progress.
  case storage(VaultStorageFailure)
}
