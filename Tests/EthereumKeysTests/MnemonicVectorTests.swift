import EthereumCrypto
import Foundation
import TestVectors
import Testing

@testable import EthereumKeys

@Suite("Recovery phrases against Trezor's vectors of BIP-39")
struct MnemonicVectorTests {
  @Test func everyEnglishPhraseHasItsEntropySeedAndMasterKey() throws {
    let vectors = try MnemonicVector.all("english")
    let passphrase = SecretBytes("TREZOR".utf8)
    for vector in vectors {
      let made = try Mnemonic(entropy: SecretBytes(vector.entropy))
      #expect(made.phrase().withUnsafeBytes { $0.elementsEqual(vector.phrase.utf8) } == true)
      let read = try Mnemonic(phrase: vector.phrase)
      #expect(read.withEntropy { $0.elementsEqual(vector.entropy) } == true)
      #expect(read.wordCount.rawValue == vector.phrase.split(separator: " ").count)
      let seed = try read.seed(passphrase: passphrase)
      #expect(seed.isEqual(to: SecretBytes(vector.seed)) == true)
      let master = try HDPrivateKey(seed: seed)
      #expect(
        master.serialized().withUnsafeBytes { $0.elementsEqual(vector.masterKey.utf8) } == true)
    }
    #expect(vectors.count == 24)
    TestVectors.report("BIP-39 English (Trezor)", vectors.count)
  }

  /// The list of Japanese words is not built in, so the seeds are made here, from phrase and
  /// normalised passphrase.
  @Test func aJapanesePassphraseIsNormalised() throws {
    let vectors = try MnemonicVector.japanese()
    let passphrase = try PassphraseNormalization.nfkd(
      SecretBytes(MnemonicVector.japanesePassphrase.utf8))
    let normalized = passphrase.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    #expect(normalized.utf8.count > MnemonicVector.japanesePassphrase.utf8.count)
    let salt = SecretBytes("mnemonic".utf8 + Array(normalized.utf8))
    for vector in vectors {
      let phrase = SecretBytes(vector.phrase.decomposedStringWithCompatibilityMapping.utf8)
      let seed = try phrase.withUnsafeBytes { phrase in
        try salt.withUnsafeBytes { salt in
          try PBKDF2.hmacSHA512(
            phrase, salt: salt, rounds: Mnemonic.seedRoundCount,
            byteCount: Mnemonic.seedByteCount)
        }
      }
      #expect(seed.isEqual(to: SecretBytes(vector.seed)) == true)
    }
    #expect(vectors.count == 24)
    TestVectors.report("BIP-39 Japanese passphrase (bitcoinjs)", vectors.count)
  }

  @Test func theEnglishListIsThePublishedOne() throws {
    let words = try MnemonicVector.englishWords()
    #expect(words.count == WordList.wordCount)
    for (index, word) in words.enumerated() { #expect(WordList.english.word(at: index) == word) }
  }
}
