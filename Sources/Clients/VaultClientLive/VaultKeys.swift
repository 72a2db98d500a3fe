import EthereumCrypto
import EthereumKeys
import EthereumMessages
import EthereumPrimitives
import EthereumTransactions
import VaultClient

/// What the vault makes of a phrase's entropy: its words, accounts and signatures.
enum VaultKeys {
  // MARK: - Phrases

  /// How much entropy a phrase stands for; nil when no phrase has so many words.
  static func entropyByteCount(wordCount: Int) -> Int? {
    Mnemonic.WordCount(rawValue: wordCount)?.entropyByteCount
  }

  /// The words, UTF-8 and separated by single spaces.
  static func phrase(entropy: SecretBox) -> SecretBox {
    SecretBox(mnemonic(entropy: entropy).phrase())
  }

  /// The entropy of a typed phrase, and how many words it has.
  static func entropy(
    ofPhrase phrase: SecretBox
  ) throws(MnemonicError) -> (entropy: SecretBox, wordCount: Int) {
    let mnemonic = try Mnemonic(phrase: phrase.bytes)
    let entropy = mnemonic.withEntropy { SecretBytes(copying: $0) }
    return (SecretBox(entropy), mnemonic.wordCount.rawValue)
  }

  /// Whether somebody typed the word at a place, from 1, of a phrase.
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

  /// The address of an account at m/44'/60'/0'/0/index.
  static func address(entropy: SecretBox, index: UInt32) -> Address {
    privateKey(entropy: entropy, index: index).address()
  }

  /// Signs a transaction by an account.
  static func sign(
    _ transaction: UnsignedTransaction, entropy: SecretBox, index: UInt32
  ) -> SignedTransaction {
    let envelope = transaction.signed(by: privateKey(entropy: entropy, index: index))
    return SignedTransaction(rawTransaction: envelope.encoded, hash: envelope.hash)
  }

  /// Signs a message by an account.
  static func sign(
    _ message: SignInMessage, entropy: SecretBox, index: UInt32
  ) -> PersonalSignature {
    message.signed(by: privateKey(entropy: entropy, index: index))
  }

  private static func privateKey(entropy: SecretBox, index: UInt32) -> PrivateKey {
    guard let path = DerivationPath.ethereum(account: index) else {
      preconditionFailure("The vault holds at most \(VaultPayload.accountCountMax) accounts")
    }
    do throws(HDKeyError) {
      let master = try HDPrivateKey(seed: mnemonic(entropy: entropy).seed())
      return try master.descendant(path).privateKey()
    } catch {
      // BIP-32 leaves one key in 2^127 out: nobody will ever see this.
      preconditionFailure("The phrase has no account \(index): \(error)")
    }
  }
}

extension PhraseImportRefusal {
  /// What the refusal of a typed phrase means for its import.
  init(_ error: MnemonicError) {
    switch error {
    case .wrongWordCount(let found): self = .wrongWordCount(found: found)
    case .extraSpace(let position): self = .extraSpace(position: position)
    case .unknownWord(let position, _): self = .unknownWord(position: position)
    case .wrongChecksum: self = .wrongChecksum
    case .wrongEntropySize, .passphraseNotASCII:
      preconditionFailure("Reading a phrase was refused for what it does not have: \(error)")
    }
  }
}
