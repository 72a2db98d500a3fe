/// Why no message was signed.
package enum MessageSigningRefusal: Error, Hashable, Sendable {
  /// The vault is locked.
  case locked

  /// The authorization was spent, has expired, or was never given.
  case authorizationGone

  /// The authorization is for something else; it is spent.
  case otherPurpose

  /// The vault has no such account.
  case unknownAccount

  /// The message names another address than the account's.
  case otherAddress

  /// The vault's files could not be read.
  case storage(VaultStorageFailure)
}
