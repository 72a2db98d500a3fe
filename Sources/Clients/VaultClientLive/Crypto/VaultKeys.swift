import EthereumCrypto
import EthereumKeys
import EthereumMessages
import EthereumPrimitives
import EthereumTransactions
import VaultClient

/// The words, accounts and signatures derived from the vault's secrets.
enum VaultKeys {
  // MARK: - Phrases

  /// Returns the entropy's size for a phrase; nil if no phrase has this number of words.
  static func entropyByteCount(wordCount: Int) -> Int? {
    Mnemonic.WordCount(rawValue: wordCount)?.entropyByteCount
  }

  /// Returns the words, in UTF-8, separated by single spaces.
  static func phrase(entropy: SecretBox) -> SecretBox {
    SecretBox(mnemonic(entropy: entropy).phrase())
  }

  /// Returns the written backup of a vault: the words of its phrase, or its private key with 0x.
  static func backup(_ origin: VaultOrigin) -> SecretBox {
    switch origin {
    case .phrase(let entropy): return phrase(entropy: entropy)
    case .privateKey(let key):
      var text = SecretBytes(count: 2 + 2 * key.bytes.count)
      text.withUnsafeMutableBytes { text in
        text.copyBytes(from: "0x".utf8)
        key.bytes.withUnsafeBytes { bytes in
          let digits = Array("0123456789abcdef".utf8)
          for (place, byte) in bytes.enumerated() {
            text[2 + 2 * place] = digits[Int(byte >> 4)]
            text[3 + 2 * place] = digits[Int(byte & 15)]
          }
        }
      }
      return SecretBox(text)
    }
  }

  /// Returns the entropy of a typed phrase, and its number of words.
  static func entropy(
    ofPhrase phrase: SecretBox
  ) throws(MnemonicError) -> (entropy: SecretBox, wordCount: Int) {
    let mnemonic = try Mnemonic(phrase: phrase.bytes)
    let entropy = mnemonic.withEntropy { SecretBytes(copying: $0) }
    return (SecretBox(entropy), mnemonic.wordCount.rawValue)
  }

  /// Returns true if a typed word is the one at a position, from 1, of a phrase.
  static func isWord(
    _ typed: SecretBox, atPosition position: Int, ofEntropy entropy: SecretBox
  ) -> Bool {
    let word = mnemonic(entropy: entropy).withWord(at: position) { word in
      SecretBox(SecretBytes(copying: word))
    }
    return VaultCrypto.areEqual(typed, word)
  }

  private static func mnemonic(entropy: SecretBox) -> Mnemonic {
    do throws(MnemonicError) {
      return try Mnemonic(entropy: entropy.bytes.copy())
    } catch {
      preconditionFailure("The vault holds entropy of \(entropy.bytes.count) bytes: \(error)")
    }
  }

  // MARK: - Accounts

  /// Returns the address of an account: at m/44'/60'/0'/0/index under a phrase, or of a key.
  static func address(_ origin: VaultOrigin, index: UInt32) -> Address {
    privateKey(origin, index: index).address()
  }

  /// Returns the addresses of several accounts; the seed, which takes a millisecond, is made once.
  static func addresses(_ origin: VaultOrigin, indices: [UInt32]) -> [Address] {
    guard case .phrase(let entropy) = origin else {
      return indices.map { address(origin, index: $0) }
    }
    let master = master(entropy: entropy)
    return indices.map { privateKey(master, index: $0).address() }
  }

  /// Signs a transaction with an account.
  static func sign(
    _ transaction: UnsignedTransaction, _ origin: VaultOrigin, index: UInt32
  ) -> SignedTransaction {
    let envelope = transaction.signed(by: privateKey(origin, index: index))
    return SignedTransaction(rawTransaction: envelope.encoded, hash: envelope.hash)
  }

  /// Signs a message with an account.
  static func sign(
    _ message: SignInMessage, _ origin: VaultOrigin, index: UInt32
  ) -> PersonalSignature {
    message.signed(by: privateKey(origin, index: index))
  }

  private static func privateKey(_ origin: VaultOrigin, index: UInt32) -> PrivateKey {
    switch origin {
    case .phrase(let entropy):
      let master = master(entropy: entropy)
      return privateKey(master, index: index)
    case .privateKey(let key):
      do throws(Secp256k1Error) {
        return try PrivateKey(key.bytes.copy())
      } catch {
        preconditionFailure("The vault holds a key that was not checked: \(error)")
      }
    }
  }

  private static func privateKey(_ master: borrowing HDPrivateKey, index: UInt32) -> PrivateKey {
    guard let path = DerivationPath.ethereum(account: index) else {
      preconditionFailure("The vault holds at most \(VaultPayload.accountCountMax) accounts")
    }
    do throws(HDKeyError) {
      return try master.descendant(path).privateKey()
    } catch {
      // BIP-32 excludes one key in 2^127, which does not happen in practice.
      preconditionFailure("The phrase has no account \(index): \(error)")
    }
  }

  private static func master(entropy: SecretBox) -> HDPrivateKey {
    do throws(HDKeyError) {
      return try HDPrivateKey(seed: mnemonic(entropy: entropy).seed())
    } catch {
      preconditionFailure("The phrase has no master key: \(error)")
    }
  }
}

extension PhraseImportRefusal {
  /// Converts the error of a typed phrase into one of its import.
  init(_ error: MnemonicError) {
    switch error {
    case .wrongWordCount(let found): self = .wrongWordCount(found: found)
    case .extraSpace(let position): self = .extraSpace(position: position)
    case .unknownWord(let position, _): self = .unknownWord(position: position)
    case .upperCase(let position): self = .upperCase(position: position)
    case .wrongChecksum: self = .wrongChecksum
    case .wrongEntropySize, .passphraseNotUTF8:
      preconditionFailure("Reading a phrase was refused for what it does not have: \(error)")
    }
  }
}
