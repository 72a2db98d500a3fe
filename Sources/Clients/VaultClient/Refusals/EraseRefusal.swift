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
