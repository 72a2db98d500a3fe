package import Foundation

/// The requirements on a passcode.
package enum PasscodePolicy: Codable, Hashable, Sendable, CaseIterable {
  /// At least 8 characters; the default.
  case passphrase

  /// Exactly six digits, by the owner's explicit choice.
  ///
  /// With a copy of the vault and of the device key, all can be tried in eight days on one core.
  case pin
}

/// The reason a passcode was not accepted; a refused `setPasscode` spends its handles.
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

  /// It contains a control character, such as a line end, or bytes that aren't UTF-8.
  case notText

  /// It is easy to guess: a common passcode, or a simple sequence or repetition.
  case tooCommon

  /// The two passcodes differ.
  case mismatch
}

/// The reason a passcode did not open the vault; its handle is spent.
package enum UnlockRefusal: Error, Codable, Hashable, Sendable {
  /// There is no vault.
  case noVault

  /// The handle was spent, wiped, or never given.
  case secretGone

  /// The passcode is wrong; this many, at least 1, may still be tried before a wait.
  case wrongPasscode(triesLeft: Int)

  /// The passcode is wrong, and no other is checked before this moment.
  case wrongPasscodeThenBackedOff(until: Date)

  /// The passcode was not checked, because none is before this moment.
  case backedOff(until: Date)

  /// The passcode was not checked, because it has a control character or is not UTF-8, which no
  /// vault's passcode has; it does not count as an attempt.
  case notText

  /// The task was cancelled; the attempt does not count.
  case cancelled

  /// The vault's files could not be read or written; the passcode was not checked.
  case storage(VaultStorageFailure)
}

/// The reason the passcode was not changed; the old one still opens the vault.
package enum PasscodeChangeRefusal: Error, Hashable, Sendable {
  /// The authorization was rejected.
  case authorization(SpendRefusal)

  /// The new passcode was not accepted; the authorization is still valid.
  case passcode(PasscodeRefusal)

  /// The task was cancelled.
  case cancelled

  /// The vault's files could not be read or written.
  case storage(VaultStorageFailure)
}
