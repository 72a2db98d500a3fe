/// What a passcode must look like.
package enum PasscodePolicy: Hashable, Sendable, CaseIterable {
  /// At least 8 characters; the default.
  case passphrase

  /// Exactly six digits, by the owner's explicit choice.
  ///
  /// Who copies the vault and the device key tries all of them in about eight days of one core.
  case pin
}
