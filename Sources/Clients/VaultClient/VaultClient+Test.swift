package import Headrace
import IssueReporting

extension VaultClient: TestDependencyKey {
  /// A vault that fails the test of whoever asks it, by the name of what was asked.
  package static let testValue = VaultClient(
    status: { () throws(VaultStorageFailure) in
      unimplemented("status")
      throw .busy
    },
    progress: {
      unimplemented("progress")
      return AsyncStream { $0.finish() }
    },
    beginCreation: { _ throws(CreationRefusal) in
      unimplemented("beginCreation")
      throw .storage(.busy)
    },
    importPhrase: { _ throws(PhraseImportRefusal) in
      unimplemented("importPhrase")
      throw .secretGone
    },
    showPhrase: { _ throws(PhraseDisplayRefusal) in
      unimplemented("showPhrase")
      throw .phraseGone
    },
    confirmationChallenge: { _ throws(ConfirmationRefusal) in
      unimplemented("confirmationChallenge")
      throw .phraseGone
    },
    checkConfirmation: { _, _ throws(ConfirmationRefusal) in
      unimplemented("checkConfirmation")
      throw .phraseGone
    },
    checkPasscode: { _, _ throws(PasscodeRefusal) in
      unimplemented("checkPasscode")
      throw .secretGone
    },
    setPasscode: { _, _, _, _ throws(PasscodeRefusal) in
      unimplemented("setPasscode")
      throw .secretGone
    },
    commit: { _ throws(CommitRefusal) in
      unimplemented("commit")
      throw .phraseGone
    },
    abandonCreation: { _ in unimplemented("abandonCreation") },
    unlock: { _ throws(UnlockRefusal) in
      unimplemented("unlock")
      throw .secretGone
    },
    lock: { unimplemented("lock") },
    discard: { _ in unimplemented("discard") },
    deriveAccount: { () throws(AccountRefusal) in
      unimplemented("deriveAccount")
      throw .locked
    },
    renameAccount: { _, _ throws(AccountRefusal) in
      unimplemented("renameAccount")
      throw .locked
    },
    authorize: { _, _ throws(AuthorizationRefusal) in
      unimplemented("authorize")
      throw .locked
    },
    sign: { _, _, _ throws(SigningRefusal) in
      unimplemented("sign")
      throw .locked
    },
    revealPhrase: { _ throws(RevealRefusal) in
      unimplemented("revealPhrase")
      throw .locked
    },
    erase: { _ throws(EraseRefusal) in
      unimplemented("erase")
      throw .locked
    })

  private static func unimplemented(_ endpoint: String) {
    reportIssue("VaultClient.\(endpoint) was called, and the test does not override it")
  }
}

extension DependencyValues {
  /// The vault of the wallet.
  package var vault: VaultClient {
    get { self[VaultClient.self] }
    set { self[VaultClient.self] = newValue }
  }
}
