package import EthereumCrypto
package import EthereumPrimitives
package import VaultClient

/// A written-down phrase or private key, checked without a vault.
package enum BackupPhrase {
  /// Returns the address of a phrase's first account, at m/44'/60'/0'/0/0, or of a private key, and
  /// wipes the typed text.
  ///
  /// - Throws: The error that an import of the phrase would throw.
  package static func firstAddress(
    _ phrase: consuming SecretBytes
  ) throws(PhraseImportRefusal) -> Address {
    VaultKeys.address(try VaultOrigin.read(SecretBox(phrase)).origin, index: 0)
  }
}
