/// Why the passcode was not changed; the old one opens the vault.
package enum PasscodeChangeRefusal: Error, Hashable, Sendable {
  /// The vault is locked.
  case locked

  /// The authorization was spent, has expired, or was never given.
  case authorizationGone

  /// The authorization is for something else; it is spent.
  case otherPurpose

  /// The new passcode was not taken; the authorization still stands.
  case passcode(PasscodeRefusal)

  /// The task was cancelled.
  case cancelled

  /// The vault's files could not be read or written.
  case storage(VaultStorageFailure)
}
