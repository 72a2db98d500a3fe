/// Why no phrase was drawn.
package enum CreationRefusal: Error, Hashable, Sendable {
  /// Phrases have 12, 15, 18, 21 or 24 words.
  case unsupportedWordCount(Int)

  /// There is a vault; it must be erased first.
  case vaultExists

  /// The vault's files could not be read.
  case storage(VaultStorageFailure)
}
