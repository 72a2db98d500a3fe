/// Why an account was not added or renamed.
package enum AccountRefusal: Error, Hashable, Sendable {
  /// The vault is locked.
  case locked

  /// The vault has no such account.
  case unknownAccount

  /// A vault holds at most this many accounts.
  case tooManyAccounts(limit: Int)

  /// The vault holds a private key, which is one account; only a phrase makes more.
  case keyHasOneAccount

  /// A name has 1 to this many characters, and no control characters.
  case invalidName(maximumCount: Int)

  /// Another account has that name.
  case nameTaken

  /// The vault's files could not be read or written.
  case storage(VaultStorageFailure)
}
