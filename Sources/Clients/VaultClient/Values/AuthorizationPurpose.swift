package import EthereumPrimitives

/// What an authorization is for; it is good for nothing else.
package enum AuthorizationPurpose: Hashable, Sendable {
  /// To sign the payload with this hash by this account.
  case sign(account: AccountID, signingHash: Hash32)

  /// To sign the message with this hash (EIP-191) by this account, to sign in to a service.
  case signIn(account: AccountID, messageHash: Hash32)
  /// To set another passcode.
  case changePasscode

  /// To show the phrase.
  case revealPhrase

  /// To remove the vault from the disk.
  case erase
}
