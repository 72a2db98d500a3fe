package import EthereumPrimitives

/// What an authorization is for; it is good for nothing else.
package enum AuthorizationPurpose: Hashable, Sendable {
  /// To sign the payload with this hash by this account.
  case sign(account: AccountID, signingHash: Hash32)

  /// To show the phrase.
  case revealPhrase

  /// To remove the vault from the disk.
  case erase
}
