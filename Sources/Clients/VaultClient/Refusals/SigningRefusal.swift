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

  /// Everybody knows the vault's phrase, and the transaction is for a chain of value.
  case publishedPhrase

  /// The journal of payments is another one than the vault knows, an older copy of it, or gone.
  case journalIsOlder

  /// The vault's files could not be read.
  case storage(VaultStorageFailure)
}
