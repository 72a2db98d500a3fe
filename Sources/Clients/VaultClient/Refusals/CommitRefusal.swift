/// Why no vault was written.
package enum CommitRefusal: Error, Hashable, Sendable {
  /// The creation was committed, abandoned, or replaced by another.
  case phraseGone

  /// The three words have not been asked back yet.
  case notConfirmed

  /// No passcode has been set yet.
  case noPasscode

  /// There is a vault; another process wrote it meanwhile.
  case vaultExists

  /// The task was cancelled; the creation still stands.
  case cancelled

  /// The vault's files could not be read or written; the creation still stands.
  case storage(VaultStorageFailure)
}
