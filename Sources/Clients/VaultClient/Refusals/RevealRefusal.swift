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
