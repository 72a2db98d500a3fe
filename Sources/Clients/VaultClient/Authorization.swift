package import EthereumPrimitives

/// The purpose of an authorization, which is valid for nothing else.
package enum AuthorizationPurpose: Hashable, Sendable {
  /// To sign the payload with this hash by this account.
  case sign(account: AccountID, signingHash: Hash32)

  /// To sign the message with this hash (EIP-191) by this account, to sign in to a service.
  case signIn(account: AccountID, messageHash: Hash32)

  /// To change the passcode.
  case changePasscode

  /// To show the phrase.
  case revealPhrase

  /// To remove the vault from the disk.
  case erase
}

/// Permission for one use of one purpose, given for a correct passcode.
package struct Authorization: Hashable, Sendable {
  /// A number that a vault never issues twice.
  package let id: UInt64

  /// True if a locked vault was opened for this use alone; then it must be locked after the use,
  /// whatever the outcome.
  package let hasOpenedVault: Bool

  /// Creates an authorization with a number, in a vault or a test.
  package init(id: UInt64, hasOpenedVault: Bool = false) {
    self.id = id
    self.hasOpenedVault = hasOpenedVault
  }
}

/// The reason no authorization was given; the passcode's handle is spent.
package enum AuthorizationRefusal: Error, Codable, Hashable, Sendable {
  /// The vault is locked.
  case locked

  /// The vault has no such account.
  case unknownAccount

  /// An account's address in the vault differs from the one known without a passcode.
  case otherAddress

  /// The passcode was refused.
  case passcode(UnlockRefusal)
}

/// The reason an authorization was rejected.
package enum SpendRefusal: Error, Codable, Hashable, Sendable {
  /// The vault is locked.
  case locked

  /// The authorization was spent, has expired, or was never given.
  case gone

  /// The authorization is for something else; it is spent.
  case otherPurpose
}

/// The reason the phrase was not shown.
package enum RevealRefusal: Error, Codable, Hashable, Sendable {
  /// The authorization was rejected.
  case authorization(SpendRefusal)

  /// The host has no display for phrases, or the display failed.
  case displayUnavailable

  /// The vault's files could not be read.
  case storage(VaultStorageFailure)
}

/// The reason the vault was not erased.
package enum EraseRefusal: Error, Codable, Hashable, Sendable {
  /// The authorization was rejected.
  case authorization(SpendRefusal)

  /// The vault's files could not be removed.
  case storage(VaultStorageFailure)
}
