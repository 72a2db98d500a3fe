package import VaultClient

extension VaultClient {
  /// Returns a client of a vault.
  package static func live(_ vault: Vault) -> VaultClient {
    VaultClient(
      status: { () throws(VaultStorageFailure) in try await vault.status() },
      progress: { await vault.progress() },
      // The vault itself has no journal; a host binds one to it.
      journalStanding: { .asKnown },
      beginCreation: { wordCount throws(CreationRefusal) in
        try await vault.beginCreation(wordCount: wordCount)
      },
      importPhrase: { handle throws(PhraseImportRefusal) in
        try await vault.importPhrase(handle)
      },
      showPhrase: { handle throws(PhraseDisplayRefusal) in try await vault.showPhrase(handle) },
      confirmationChallenge: { handle throws(ConfirmationRefusal) in
        try await vault.confirmationChallenge(handle)
      },
      checkConfirmation: { handle, words throws(ConfirmationRefusal) in
        try await vault.checkConfirmation(handle, words)
      },
      checkPasscode: { policy, handle throws(PasscodeRefusal) in
        try await vault.checkPasscode(policy, handle)
      },
      setPasscode: { handle, policy, new, confirmation throws(PasscodeRefusal) in
        try await vault.setPasscode(handle, policy, new: new, confirmation: confirmation)
      },
      commit: { handle throws(CommitRefusal) in try await vault.commit(handle) },
      abandonCreation: { handle in await vault.abandonCreation(handle) },
      unlock: { handle throws(UnlockRefusal) in try await vault.unlock(handle) },
      lock: { await vault.lock() },
      discard: { handle in await vault.discard(handle) },
      deriveAccount: { () throws(AccountRefusal) in try await vault.deriveAccount() },
      renameAccount: { id, name throws(AccountRefusal) in
        try await vault.renameAccount(id, name)
      },
      authorize: { purpose, handle throws(AuthorizationRefusal) in
        try await vault.authorize(purpose, handle)
      },
      sign: { authorization, account, transaction throws(SigningRefusal) in
        try await vault.sign(authorization, account, transaction)
      },
      signMessage: { authorization, account, message throws(MessageSigningRefusal) in
        try await vault.signMessage(authorization, account, message)
      },
      changePasscode: { authorization, policy, new, confirmation throws(PasscodeChangeRefusal) in
        try await vault.changePasscode(authorization, policy, new: new, confirmation: confirmation)
      },
      revealPhrase: { authorization throws(RevealRefusal) in
        try await vault.revealPhrase(authorization)
      },
      erase: { authorization throws(EraseRefusal) in try await vault.erase(authorization) })
  }
}
