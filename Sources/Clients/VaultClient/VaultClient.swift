package import EthereumMessages
package import EthereumTransactions
package import Headrace

/// The interface to the vault, which alone has the phrases, keys and passcodes.
///
/// Nothing secret crosses this interface in either direction. The host deposits a secret that a
/// person types in the vault, and the feature gets a ``SecretHandle``; the vault writes a phrase
/// that a person must read to the host's display. A feature only keeps handles in its state and
/// sends them in actions: integers that have no meaning outside this process.
///
/// Each operation throws its own small enum, and changes nothing if it throws.
@DependencyClient
package struct VaultClient: Sendable {
  // MARK: Status

  /// Returns whether a vault exists, and whether it is open.
  package var status: @Sendable () async throws(VaultStorageFailure) -> VaultStatus = {
    () throws(VaultStorageFailure) in throw .busy
  }

  /// Reports the stages of key derivation as they are reached; endless, so cancel it when done.
  ///
  /// A slow observer gets only the newest stage.
  package var progress: @Sendable () async -> AsyncStream<VaultProgress> = {
    AsyncStream { $0.finish() }
  }

  /// Returns whether the journal of payments is the one that the vault knows; writes nothing.
  ///
  /// For a locked vault it returns the last result; without a journal, `.asKnown`.
  package var journalStanding: @Sendable () async -> JournalStatus = { .asKnown }

  // MARK: Creating

  /// Creates a new random phrase of 12, 15, 18, 21 or 24 words, and keeps it until it is committed.
  ///
  /// Only one creation is in progress at a time: beginning another one wipes the earlier phrase.
  package var beginCreation:
    @Sendable (_ wordCount: Int) async throws(CreationRefusal) -> PhraseHandle = {
      _ throws(CreationRefusal) in throw .storage(.busy)
    }

  /// Imports a phrase that the owner has; it counts as confirmed.
  package var importPhrase:
    @Sendable (SecretHandle) async throws(PhraseImportRefusal) -> PhraseHandle = {
      _ throws(PhraseImportRefusal) in throw .secretGone
    }

  /// Writes the words of a creation in progress to the host's display.
  package var showPhrase: @Sendable (PhraseHandle) async throws(PhraseDisplayRefusal) -> Void = {
    _ throws(PhraseDisplayRefusal) in throw .phraseGone
  }

  /// Chooses three random positions of the phrase to confirm; each call chooses again.
  package var confirmationChallenge:
    @Sendable (PhraseHandle) async throws(ConfirmationRefusal) -> ConfirmationChallenge = {
      _ throws(ConfirmationRefusal) in throw .phraseGone
    }

  /// Compares the typed words, in the order of the challenge's positions.
  ///
  /// The challenge is spent in any case; ask for another one to try again.
  package var checkConfirmation:
    @Sendable (PhraseHandle, [SecretHandle]) async throws(ConfirmationRefusal) -> Void = {
      _, _ throws(ConfirmationRefusal) in throw .phraseGone
    }

  /// Checks a passcode against a policy, without spending its handle.
  package var checkPasscode:
    @Sendable (PasscodePolicy, SecretHandle) async throws(PasscodeRefusal) -> Void = {
      _, _ throws(PasscodeRefusal) in throw .secretGone
    }

  /// Sets the passcode of the creation in progress, typed twice.
  package var setPasscode:
    @Sendable (PhraseHandle, PasscodePolicy, _ new: SecretHandle, _ confirmation: SecretHandle)
      async throws(PasscodeRefusal) -> Void = { _, _, _, _ throws(PasscodeRefusal) in
        throw .secretGone
      }

  /// Writes the vault, with a confirmed phrase under a passcode; the vault is then open.
  ///
  /// This takes about a second (key derivation); if it is cancelled or killed at any moment, it
  /// leaves no vault or a complete one.
  package var commit: @Sendable (PhraseHandle) async throws(CommitRefusal) -> CommittedVault = {
    _ throws(CommitRefusal) in throw .phraseGone
  }

  /// Wipes a creation in progress; does nothing if it no longer exists.
  package var abandonCreation: @Sendable (PhraseHandle) async -> Void

  // MARK: Opening and closing

  /// Opens the vault with its passcode, in about a second.
  ///
  /// The attempt is counted on disk before the passcode is checked, so killing the wallet gains no
  /// tries. An attempt that is cancelled before anything is known about the passcode does not
  /// count.
  package var unlock: @Sendable (SecretHandle) async throws(UnlockRefusal) -> [VaultAccount] = {
    _ throws(UnlockRefusal) in throw .secretGone
  }

  /// Closes the vault: wipes its key, every deposited secret, and every authorization.
  package var lock: @Sendable () async -> Void

  /// Wipes a deposited secret that is not needed; does nothing if it no longer exists.
  package var discard: @Sendable (SecretHandle) async -> Void

  // MARK: Accounts

  /// Adds the next account of the phrase, at path m/44'/60'/0'/0/i; the vault must be open.
  package var deriveAccount: @Sendable () async throws(AccountRefusal) -> VaultAccount = {
    () throws(AccountRefusal) in throw .locked
  }

  /// Renames an account, with 1 to 40 characters; the vault must be open.
  package var renameAccount:
    @Sendable (AccountID, _ name: String) async throws(AccountRefusal) -> VaultAccount = {
      _, _ throws(AccountRefusal) in throw .locked
    }

  // MARK: Sensitive actions

  /// Asks for the passcode again, and returns permission for exactly one use of one purpose.
  ///
  /// It counts attempts as ``unlock`` does. The authorization expires after a minute, and when the
  /// vault is locked.
  ///
  /// The passcode that signs a payment also opens a locked vault, so that no passcode is requested
  /// twice. For that, the accounts must be known: the vault was open before, or the host named
  /// them. The payer's address is compared with the one that the vault derives. Any other purpose
  /// needs an open vault.
  package var authorize:
    @Sendable (AuthorizationPurpose, SecretHandle) async throws(AuthorizationRefusal)
      -> Authorization = { _, _ throws(AuthorizationRefusal) in throw .locked }

  /// Signs exactly the transaction that was authorized; the authorization is spent in any case.
  package var sign:
    @Sendable (Authorization, AccountID, UnsignedTransaction) async throws(SigningRefusal)
      -> SignedTransaction = { _, _, _ throws(SigningRefusal) in throw .authorization(.locked) }

  /// Signs exactly the message that was authorized, by the account that the message names; the
  /// authorization is spent in any case.
  ///
  /// Other bytes can't be signed: a message must follow the grammar of EIP-4361.
  package var signMessage:
    @Sendable (Authorization, AccountID, SignInMessage) async throws(MessageSigningRefusal)
      -> PersonalSignature = { _, _, _ throws(MessageSigningRefusal) in
        throw .authorization(.locked)
      }

  /// Seals the vault under another passcode, typed twice; the old one no longer opens it.
  ///
  /// This takes about a second (key derivation); if it is cancelled or killed at any moment, it
  /// leaves the vault complete, under the old passcode or the new one. The device key is kept. Both
  /// handles are spent, but a refused passcode does not spend the authorization.
  package var changePasscode:
    @Sendable (Authorization, PasscodePolicy, _ new: SecretHandle, _ confirmation: SecretHandle)
      async throws(PasscodeChangeRefusal) -> Void = {
        _, _, _, _ throws(PasscodeChangeRefusal) in throw .authorization(.locked)
      }

  /// Writes the words of the open vault to the host's display.
  package var revealPhrase: @Sendable (Authorization) async throws(RevealRefusal) -> Void = {
    _ throws(RevealRefusal) in throw .authorization(.locked)
  }

  /// Removes the vault, its attempt counter and its device key from the disk.
  ///
  /// A device key that the owner stores outside the vault's folder is kept.
  package var erase: @Sendable (Authorization) async throws(EraseRefusal) -> Void = {
    _ throws(EraseRefusal) in throw .authorization(.locked)
  }
}

extension VaultClient: TestDependencyKey {
  /// A vault that fails the test on each call, naming the endpoint.
  package static let testValue = VaultClient()
}

extension DependencyValues {
  /// The vault of the wallet.
  package var vault: VaultClient {
    get { self[VaultClient.self] }
    set { self[VaultClient.self] = newValue }
  }
}
