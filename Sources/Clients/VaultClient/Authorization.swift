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

/// Leave for one use of one purpose, given for a right passcode.
package struct Authorization: Hashable, Sendable {
  /// A number that is never given twice by one vault.
  package let id: UInt64

  /// Whether the vault was locked and was opened for this use alone; then it is to be locked after
  /// the use, whatever comes of it.
  package let hasOpenedVault: Bool

  /// Names the authorization with a number, as a vault or a test does.
  package init(id: UInt64, hasOpenedVault: Bool = false) {
    self.id = id
    self.hasOpenedVault = hasOpenedVault
  }
}

/// Why no authorization was given. The passcode's handle is spent.
package enum AuthorizationRefusal: Error, Codable, Hashable, Sendable {
  /// The vault is locked.
  case locked

  /// The vault has no such account.
  case unknownAccount

  /// An account's address in the vault differs from the one that was known without a passcode.
  case otherAddress

  /// The passcode was refused.
  case passcode(UnlockRefusal)
}

/// Why an authorization was not taken.
package enum SpendRefusal: Error, Codable, Hashable, Sendable {
  /// The vault is locked.
  case locked

  /// The authorization was spent, has expired, or was never given.
  case gone

  /// The authorization is for something else; it is spent.
  case otherPurpose
}

/// Why the phrase was not shown.
package enum RevealRefusal: Error, Codable, Hashable, Sendable {
  /// The authorization was not taken.
  case authorization(SpendRefusal)

  /// The host has no display for phrases, or it failed.
  case displayUnavailable

  /// The vault's files could not be read.
  case storage(VaultStorageFailure)
}

/// Why the vault was not erased.
package enum EraseRefusal: Error, Codable, Hashable, Sendable {
  /// The authorization was not taken.
  case authorization(SpendRefusal)

  /// The vault's files could not be removed.
  case storage(VaultStorageFailure)
}
