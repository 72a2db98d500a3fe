package import VaultClient

/// The reasons, as the user sees them, that a wallet was not created or not opened.
package enum AuthFailure: Error, Codable, Hashable, Sendable {
  /// The vault created no phrase.
  case creation(CreationRefusal)
  /// The phrase could not be shown.
  case display(PhraseDisplayRefusal)
  /// The phrase to import is invalid.
  case phraseImport(PhraseImportRefusal)
  /// The words do not match those that were asked for.
  case confirmation(ConfirmationRefusal)
  /// The passcode is not acceptable.
  case passcode(PasscodeRefusal)
  /// The vault could not be written.
  case commit(CommitRefusal)
  /// The vault was not opened.
  case unlock(UnlockRefusal)
  /// The vault could not be read.
  case storage(VaultStorageFailure)
  /// The work was cancelled before it finished.
  case interrupted

  /// Classifies an error thrown by an effect.
  package init(_ error: any Error) {
    switch error {
    case let refusal as CreationRefusal: self = .creation(refusal)
    case let refusal as PhraseDisplayRefusal: self = .display(refusal)
    case let refusal as PhraseImportRefusal: self = .phraseImport(refusal)
    case let refusal as ConfirmationRefusal: self = .confirmation(refusal)
    case let refusal as PasscodeRefusal: self = .passcode(refusal)
    case let refusal as CommitRefusal: self = .commit(refusal)
    case let refusal as UnlockRefusal: self = .unlock(refusal)
    case let failure as VaultStorageFailure: self = .storage(failure)
    default: self = .interrupted
    }
  }
}
