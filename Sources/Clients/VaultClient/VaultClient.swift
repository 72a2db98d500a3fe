package import EthereumMessages
package import EthereumTransactions
package import Headrace

/// What features may ask of the vault, which alone holds phrases, keys and passcodes.
///
/// Nothing secret crosses this interface in either direction. A secret that a person types is
/// deposited in the vault by the host, and the feature gets a ``SecretHandle``; a phrase that a
/// person must read is written by the vault to the host's display. What a feature holds, stores in
/// state and sends in actions are handles: integers that mean nothing outside this process.
///
/// Each operation throws its own small enum, and leaves everything as it was when it throws.
@DependencyClient
package struct VaultClient: Sendable {
  // MARK: Looking

  /// Tells whether there is a vault, and whether it is open.
  package var status: @Sendable () async throws(VaultStorageFailure) -> VaultStatus = {
    () throws(VaultStorageFailure) in throw .busy
  }

  /// Reports the stages of key derivation as they are reached; endless, so cancel it when done.
  ///
  /// Only the newest stage is kept for an observer that is slow.
  package var progress: @Sendable () async -> AsyncStream<VaultProgress> = {
    AsyncStream { $0.finish() }
  }

  /// Tells whether the journal of payments is the one that the vault knows; nothing is written.
  ///
  /// Of a locked vault it tells what was found last. Without a journal beside it, all is as known.
  package var journalStanding: @Sendable () async -> JournalStatus = { .asKnown }

  // MARK: Creating

  /// Draws a new phrase of 12, 15, 18, 21 or 24 words, and holds it until it is committed.
  ///
  /// One creation is in progress at a time: beginning again wipes the phrase before.
  package var beginCreation:
    @Sendable (_ wordCount: Int) async throws(CreationRefusal) -> PhraseHandle = {
      _ throws(CreationRefusal) in throw .storage(.busy)
    }

  /// Takes a phrase that the owner has; it counts as confirmed.
  package var importPhrase:
    @Sendable (SecretHandle) async throws(PhraseImportRefusal) -> PhraseHandle = {
      _ throws(PhraseImportRefusal) in throw .secretGone
    }

  /// Writes the words of a creation in progress to the host's display.
  package var showPhrase: @Sendable (PhraseHandle) async throws(PhraseDisplayRefusal) -> Void = {
    _ throws(PhraseDisplayRefusal) in throw .phraseGone
  }

  /// Draws three places of the phrase to ask back; each call draws anew.
  package var confirmationChallenge:
    @Sendable (PhraseHandle) async throws(ConfirmationRefusal) -> ConfirmationChallenge = {
      _ throws(ConfirmationRefusal) in throw .phraseGone
    }

  /// Compares the words typed, in the order of the challenge's positions.
  ///
  /// Right or wrong, the challenge is spent; ask for the next one to try again.
  package var checkConfirmation:
    @Sendable (PhraseHandle, [SecretHandle]) async throws(ConfirmationRefusal) -> Void = {
      _, _ throws(ConfirmationRefusal) in throw .phraseGone
    }

  /// Judges a passcode by a policy, without spending its handle.
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

  /// Writes the vault: a confirmed phrase under a passcode. The vault is then open.
  ///
  /// Takes about a second (key derivation); cancelled or killed at any moment, it leaves no vault
  /// or a whole one.
  package var commit: @Sendable (PhraseHandle) async throws(CommitRefusal) -> CommittedVault = {
    _ throws(CommitRefusal) in throw .phraseGone
  }

  /// Wipes a creation in progress; does nothing when it is gone.
  package var abandonCreation: @Sendable (PhraseHandle) async -> Void

  // MARK: Opening and closing

  /// Opens the vault by its passcode, in about a second.
  ///
  /// The attempt is counted on disk before the passcode is looked at, so that killing the wallet
  /// does not give tries away. One that is cancelled before anything is known of the passcode does
  /// not count.
  package var unlock: @Sendable (SecretHandle) async throws(UnlockRefusal) -> [VaultAccount] = {
    _ throws(UnlockRefusal) in throw .secretGone
  }

  /// Closes the vault: wipes its key, every deposited secret, and every authorization.
  package var lock: @Sendable () async -> Void

  /// Wipes a deposited secret that is not needed after all; does nothing when it is gone.
  package var discard: @Sendable (SecretHandle) async -> Void

  // MARK: Accounts

  /// Adds the next account of the phrase, at path m/44'/60'/0'/0/i; the vault must be open.
  package var deriveAccount: @Sendable () async throws(AccountRefusal) -> VaultAccount = {
    () throws(AccountRefusal) in throw .locked
  }

  /// Gives an account another name of 1 to 40 characters; the vault must be open.
  package var renameAccount:
    @Sendable (AccountID, _ name: String) async throws(AccountRefusal) -> VaultAccount = {
      _, _ throws(AccountRefusal) in throw .locked
    }

  // MARK: Sensitive actions

  /// Asks for the passcode again, and answers with leave for exactly one use of one purpose.
  ///
  /// Counts attempts as ``unlock`` does. The authorization expires after a minute, and when the
  /// vault is locked.
  ///
  /// The passcode that signs a payment also opens a locked vault, so that no passcode is asked
  /// twice. For that, the accounts must be known: the vault was open before, or the host named
  /// them. The payer's address is compared with the one that the vault derives. Any other purpose
  /// needs an open vault.
  package var authorize:
    @Sendable (AuthorizationPurpose, SecretHandle) async throws(AuthorizationRefusal)
      -> Authorization = { _, _ throws(AuthorizationRefusal) in throw .locked }

  /// Signs exactly the transaction that was authorized. Right or wrong, the authorization is spent.
  package var sign:
    @Sendable (Authorization, AccountID, UnsignedTransaction) async throws(SigningRefusal)
      -> SignedTransaction = { _, _, _ throws(SigningRefusal) in throw .authorization(.locked) }

  /// Signs exactly the message that was authorized; the account that signs must be the one that the
  /// message names. Right or wrong, the authorization is spent.
  ///
  /// There is no way to sign other bytes: a message is what the grammar of EIP-4361 takes.
  package var signMessage:
    @Sendable (Authorization, AccountID, SignInMessage) async throws(MessageSigningRefusal)
      -> PersonalSignature = { _, _, _ throws(MessageSigningRefusal) in
        throw .authorization(.locked)
      }

  /// Seals the vault under another passcode, typed twice; the old one opens it no more.
  ///
  /// Takes about a second (key derivation); cancelled or killed at any moment, it leaves the vault
  /// under the old passcode or under the new one, whole. The device key stays. Both handles are
  /// spent; the authorization is not by a passcode that is refused.
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
  /// A device key that the owner keeps outside the vault's folder stays.
  package var erase: @Sendable (Authorization) async throws(EraseRefusal) -> Void = {
    _ throws(EraseRefusal) in throw .authorization(.locked)
  }
}

extension VaultClient: TestDependencyKey {
  /// A vault that fails the test that asks it, by the name of what was asked.
  package static let testValue = VaultClient()
}

extension DependencyValues {
  /// The vault of the wallet.
  package var vault: VaultClient {
    get { self[VaultClient.self] }
    set { self[VaultClient.self] = newValue }
  }
}
