package import Foundation

/// What a passcode must look like.
package enum PasscodePolicy: Codable, Hashable, Sendable, CaseIterable {
  /// At least 8 characters; the default.
  case passphrase

  /// Exactly six digits, by the owner's explicit choice.
  ///
  /// With a copy of the vault and of the device key, all can be tried in eight days of one core.
  case pin
}

/// Why a passcode was not taken. The handles of a refused `setPasscode` are spent.
package enum PasscodeRefusal: Error, Codable, Hashable, Sendable {
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

  /// It is easy to guess: a common passcode, or a simple sequence or repetition.
  case tooCommon

  /// The two were not the same.
  case mismatch
}

/// Why a passcode did not open the vault. Its handle is spent.
package enum UnlockRefusal: Error, Codable, Hashable, Sendable {
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

  /// The passcode was not looked at: it has a control character or is not UTF-8, as no passcode of
  /// a vault. It counts as no attempt.
  case notText

  /// The task was cancelled; the attempt is taken back.
  case cancelled

  /// The vault's files could not be read or written; the passcode was not looked at.
  case storage(VaultStorageFailure)
}

/// Why the passcode was not changed; the old one opens the vault.
package enum PasscodeChangeRefusal: Error, Hashable, Sendable {
  /// The authorization was not taken.
  case authorization(SpendRefusal)

  /// The new passcode was not taken; the authorization still stands.
  case passcode(PasscodeRefusal)

  /// The task was cancelled.
  case cancelled

  /// The vault's files could not be read or written.
  case storage(VaultStorageFailure)
}
