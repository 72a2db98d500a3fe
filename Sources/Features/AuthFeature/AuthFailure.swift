package import VaultClient

/// What the user can be told when a wallet is not made or not opened.
package enum AuthFailure: Error, Codable, Hashable, Sendable {
  /// The vault made no phrase.
  case creation(CreationRefusal)
  /// The phrase could not be shown.
  case display(PhraseDisplayRefusal)
  /// The phrase to import is none.
  case phraseImport(PhraseImportRefusal)
  /// The words are not those asked for.
  case confirmation(ConfirmationRefusal)
  /// The passcode is not one.
  case passcode(PasscodeRefusal)
  /// The vault could not be written.
  case commit(CommitRefusal)
  /// The vault was not opened.
  case unlock(UnlockRefusal)
  /// The vault could not be read.
  case storage(VaultStorageFailure)
  /// The work was cancelled before it was done.
  case interrupted

  /// Classifies what an effect threw.
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
