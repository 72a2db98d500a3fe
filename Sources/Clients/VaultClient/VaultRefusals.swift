package import Foundation

/// Why the vault's files could not be read or written. Nothing was changed.
package enum VaultStorageFailure: Error, Hashable, Sendable {
  /// The disk, or the owner's quota on it, is full.
  case diskFull(path: String)

  /// The system did not let us.
  case permissionDenied(path: String)

  /// A file exists and is not what we wrote. It stays where it is until a new vault is written.
  case damaged(path: String)

  /// A newer wallet wrote the vault.
  case unsupportedVersion(found: Int, supported: Int)

  /// Another process is writing the vault at this moment; trying again helps.
  case busy

  /// The device key, without which no passcode opens the vault, is not at this path.
  case deviceKeyMissing(path: String)

  /// The file at this path is not a device key: it does not have exactly 32 bytes.
  case deviceKeyMalformed(path: String)

  /// The device key at this path belongs to another vault.
  case deviceKeyMismatched(path: String)

  /// Deriving the key needs more memory than the system gave.
  case outOfMemory

  /// Any other refusal of the system, with its error number.
  case system(path: String, errorNumber: Int32)
}

/// Why no phrase was drawn.
package enum CreationRefusal: Error, Hashable, Sendable {
  /// Phrases have 12, 15, 18, 21 or 24 words.
  case unsupportedWordCount(Int)

  /// There is a vault; it must be erased first.
  case vaultExists

  /// The vault's files could not be read.
  case storage(VaultStorageFailure)
}

/// Why a typed phrase was not taken. Its handle is spent.
package enum PhraseImportRefusal: Error, Hashable, Sendable {
  /// The handle was spent, wiped, or never given.
  case secretGone

  /// There is a vault; it must be erased first.
  case vaultExists

  /// Phrases have 12, 15, 18, 21 or 24 words, each separated by one space.
  case wrongWordCount(found: Int)

  /// The word at this place, from 1, is not in the list; these, at most five, look like it.
  case unknownWord(position: Int, suggestions: [String])

  /// Every word is in the list, but they are not a phrase: one is wrong, or two changed places.
  case wrongChecksum

  /// Something was typed that no phrase has, such as a character that isn't text.
  case notText

  /// The vault's files could not be read.
  case storage(VaultStorageFailure)
}

/// Why a phrase was not shown.
package enum PhraseDisplayRefusal: Error, Hashable, Sendable {
  /// The creation was committed, abandoned, or replaced by another.
  case phraseGone

  /// The host has no display for phrases, or it failed.
  case displayUnavailable
}

/// Why the words typed do not confirm a phrase. Their handles are spent.
package enum ConfirmationRefusal: Error, Hashable, Sendable {
  /// The creation was committed, abandoned, or replaced by another.
  case phraseGone

  /// A handle was spent, wiped, or never given.
  case secretGone

  /// No challenge stands, or it asks for another number of words.
  case noChallenge

  /// The words at these places, from 1, are others.
  case wrongWords(positions: [Int])
}

/// Why a passcode was not taken. The handles of a refused `setPasscode` are spent.
package enum PasscodeRefusal: Error, Hashable, Sendable {
  /// The creation was committed, abandoned, or replaced by another.
  case phraseGone

  /// A handle was spent, wiped, or never given.
  case secretGone

  /// A passphrase needs at least this many characters.
  case tooShort(minimum: Int)

  /// A passphrase has at most this many bytes.
  case tooLong(maximumByteCount: Int)

  /// A PIN has exactly this many digits.
  case notDigits(count: Int)

  /// A control character, such as a line end, or bytes that aren't UTF-8.
  case notText

  /// The two were not the same.
  case mismatch
}

/// Why no vault was written.
package enum CommitRefusal: Error, Hashable, Sendable {
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

/// Why a passcode did not open the vault. Its handle is spent.
package enum UnlockRefusal: Error, Hashable, Sendable {
  /// There is no vault.
  case noVault

  /// The handle was spent, wiped, or never given.
  case secretGone

  /// The passcode is wrong; so many may still be tried, at least 1, until waiting begins.
  case wrongPasscode(triesLeft: Int)

  /// The passcode is wrong, and none is looked at before this moment.
  case wrongPasscodeThenBackedOff(until: Date)

  /// The passcode was not looked at: none is before this moment.
  case backedOff(until: Date)

  /// The task was cancelled; the attempt counts.
  case cancelled

  /// The vault's files could not be read or written; the passcode was not looked at.
  case storage(VaultStorageFailure)
}

/// Why no authorization was given. The passcode's handle is spent.
package enum AuthorizationRefusal: Error, Hashable, Sendable {
  /// The vault is locked.
  case locked

  /// The vault has no such account.
  case unknownAccount

  /// The passcode was refused.
  case passcode(UnlockRefusal)
}

/// Why nothing was signed.
package enum SigningRefusal: Error, Hashable, Sendable {
  /// The vault is locked.
  case locked

  /// The authorization was spent, has expired, or was never given.
  case authorizationGone

  /// The authorization is for something else; it is spent.
  case otherPurpose

  /// The vault has no such account.
  case unknownAccount

  /// The vault's files could not be read.
  case storage(VaultStorageFailure)
}

/// Why the phrase was not shown.
package enum RevealRefusal: Error, Hashable, Sendable {
  /// The vault is locked.
  case locked

  /// The authorization was spent, has expired, or was never given.
  case authorizationGone

  /// The authorization is for something else; it is spent.
  case otherPurpose

  /// The host has no display for phrases, or it failed.
  case displayUnavailable

  /// The vault's files could not be read.
  case storage(VaultStorageFailure)
}

/// Why the vault was not erased.
package enum EraseRefusal: Error, Hashable, Sendable {
  /// The vault is locked.
  case locked

  /// The authorization was spent, has expired, or was never given.
  case authorizationGone

  /// The authorization is for something else; it is spent.
  case otherPurpose

  /// The vault's files could not be removed.
  case storage(VaultStorageFailure)
}

/// Why an account was not added or renamed.
package enum AccountRefusal: Error, Hashable, Sendable {
  /// The vault is locked.
  case locked

  /// The vault has no such account.
  case unknownAccount

  /// A vault holds at most this many accounts.
  case tooManyAccounts(limit: Int)

  /// A name has 1 to this many characters, and no control characters.
  case invalidName(maximumCount: Int)

  /// Another account has that name.
  case nameTaken

  /// The vault's files could not be read or written.
  case storage(VaultStorageFailure)
}
