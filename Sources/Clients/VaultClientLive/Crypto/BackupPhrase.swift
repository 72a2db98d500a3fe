package import EthereumCrypto
package import EthereumPrimitives
package import VaultClient

/// A phrase, or a private key, that was written down, looked at without a vault.
package enum BackupPhrase {
  /// The address of a phrase's first account, at m/44'/60'/0'/0/0, or that of a private key; what
  /// was typed is wiped.
  ///
  /// - Throws: What an import of the phrase would refuse.
  package static func firstAddress(
    _ phrase: consuming SecretBytes
  ) throws(PhraseImportRefusal) -> Address {
    VaultKeys.address(try VaultOrigin.read(SecretBox(phrase)).origin, index: 0)
  }
}
