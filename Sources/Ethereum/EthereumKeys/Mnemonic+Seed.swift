package import EthereumCrypto

extension Mnemonic {
  /// The size of a seed.
  package static let seedByteCount = 64
  /// The number of PBKDF2 rounds.
  package static let seedRoundCount = 2_048

  /// Derives the seed of the phrase without a passphrase (benchmark row `BIP-39 seed`).
  package borrowing func seed() -> SecretBytes {
    seed(saltedWith: SecretBytes(count: 0))
  }

  /// Derives the seed of the phrase and a passphrase.
  ///
  /// Each passphrase gives a different wallet; no passphrase is wrong. Two ways to type the same
  /// characters, such as `é` as one scalar or as two, are the same passphrase: BIP-39 normalises it
  /// to NFKD.
  ///
  /// - Throws: `MnemonicError.passphraseNotUTF8`.
  /// - SeeAlso: BIP-39, "From mnemonic to seed".
  package borrowing func seed(
    passphrase: borrowing SecretBytes
  ) throws(MnemonicError) -> SecretBytes {
    seed(saltedWith: try PassphraseNormalization.nfkd(passphrase))
  }

  private borrowing func seed(saltedWith passphrase: borrowing SecretBytes) -> SecretBytes {
    let prefix = Array("mnemonic".utf8)
    var salt = SecretBytes(count: prefix.count + passphrase.count)
    salt.withUnsafeMutableBytes { salt in
      salt.copyBytes(from: prefix)
      passphrase.withUnsafeBytes { salt[prefix.count...].copyBytes(from: $0) }
    }
    let phrase = phrase()
    return phrase.withUnsafeBytes { phrase in
      salt.withUnsafeBytes { salt in
        do {
          return try PBKDF2.hmacSHA512(
            phrase, salt: salt, rounds: Self.seedRoundCount, byteCount: Self.seedByteCount)
        } catch {
          preconditionFailure("PBKDF2 refused its 2,048 rounds: \(error)")
        }
      }
    }
  }
}
