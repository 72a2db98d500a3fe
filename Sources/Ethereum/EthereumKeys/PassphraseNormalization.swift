import EthereumCrypto
import Foundation

/// The normal form in which BIP-39 takes a passphrase: NFKD.
enum PassphraseNormalization {
  /// Normalises a passphrase; ASCII is its own normal form, and stays in wiped memory.
  ///
  /// For any other passphrase Foundation makes the normal form, in strings that are not wiped.
  /// Foundation maintains the tables of Unicode.
  ///
  /// - Throws: `MnemonicError.passphraseNotUTF8`.
  /// - SeeAlso: BIP-39, "From mnemonic to seed"; Unicode Standard Annex 15.
  static func nfkd(_ passphrase: borrowing SecretBytes) throws(MnemonicError) -> SecretBytes {
    let normalized: String? = try passphrase.withUnsafeBytes { bytes throws(MnemonicError) in
      if bytes.allSatisfy({ $0 < 0x80 }) { return nil }
      guard let text = String(validating: bytes, as: UTF8.self) else { throw .passphraseNotUTF8 }
      return text.decomposedStringWithCompatibilityMapping
    }
    guard let normalized else { return passphrase.withUnsafeBytes { SecretBytes($0) } }
    return SecretBytes(normalized.utf8)
  }
}
