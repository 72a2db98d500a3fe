package import EthereumCrypto
import EthereumKeys
package import EthereumPrimitives
package import VaultClient

/// A phrase that somebody has written down, looked at without a vault.
package enum BackupPhrase {
  /// The address of a phrase's first account, at m/44'/60'/0'/0/0; the phrase is wiped.
  ///
  /// - Throws: What an import of the phrase would refuse.
  package static func firstAddress(
    _ phrase: consuming SecretBytes
  ) throws(PhraseImportRefusal) -> Address {
    do throws(MnemonicError) {
      return VaultKeys.address(
        entropy: try VaultKeys.entropy(ofPhrase: SecretBox(phrase)).entropy, index: 0)
    } catch {
      throw PhraseImportRefusal(error)
    }
  }
}
