import EthereumCrypto
import EthereumKeys
import VaultClient

/// What all accounts of a vault are made of.
enum VaultOrigin {
  /// The entropy of a phrase: 16, 20, 24, 28 or 32 bytes. It makes many accounts.
  case phrase(entropy: SecretBox)

  /// A private key: 32 bytes, a number from 1 to the order of the curve, less 1. It is one account.
  case privateKey(SecretBox)

  /// The bytes.
  var secret: SecretBox {
    switch self {
    case .phrase(let secret), .privateKey(let secret): secret
    }
  }

  /// Whether it is public.
  var isPublished: Bool {
    switch self {
    case .phrase(let entropy): PublishedPhrases.contain(entropy)
    case .privateKey(let key):
      PublishedPhrases.contain(key) || PublishedPhrases.isSmall(key)
        || PublishedPhrases.haveAccount(VaultKeys.address(self, index: 0))
    }
  }
}

// MARK: - Reading a Private Key

extension VaultOrigin {
  /// From this length on a text without a blank is a private key, or is meant as one: no word of a
  /// phrase is so long.
  private static let keyTextByteCountMin = 48

  /// How many hexadecimal digits a private key has.
  private static let keyDigitCount = 64

  /// Reads what was typed: a private key, with or without 0x, or a phrase.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - suggest: Takes the place of a word that is in no list, and words that look like it.
  /// - Returns: What it stands for, and how many words it has; 0 for a key.
  static func read(
    _ text: SecretBox, suggest: (_ position: Int, _ words: [String]) -> Void = { _, _ in }
  ) throws(PhraseImportRefusal) -> (origin: VaultOrigin, wordCount: Int) {
    if let key = try privateKey(text) { return (.privateKey(key), 0) }
    do throws(MnemonicError) {
      let (entropy, wordCount) = try VaultKeys.entropy(ofPhrase: text)
      return (.phrase(entropy: entropy), wordCount)
    } catch {
      if case .unknownWord(let position, let suggestions) = error, !suggestions.isEmpty {
        suggest(position, suggestions)
      }
      throw PhraseImportRefusal(error)
    }
  }

  /// The bytes of a private key; nil where the text is no try at one.
  private static func privateKey(_ text: SecretBox) throws(PhraseImportRefusal) -> SecretBox? {
    let key = try text.bytes.withUnsafeBytes { bytes throws(PhraseImportRefusal) -> SecretBox? in
      let isPrefixed = bytes.starts(with: "0x".utf8)
      // Text with a blank before its last byte is a phrase. One at the end may be a slip in a key.
      guard
        isPrefixed
          || bytes.count >= keyTextByteCountMin && !bytes.dropLast().contains(where: mayBeBlank)
      else { return nil }
      let digits = bytes.dropFirst(isPrefixed ? 2 : 0)
      // The value of each digit, and of bytes that are none, in places that are wiped.
      var read = SecretBytes(count: keyDigitCount / 2)
      for (place, digit) in digits.enumerated() {
        guard let value = Self.value(ofDigit: digit) else {
          throw .keyDigit(position: place + 1)
        }
        guard place < keyDigitCount else { continue }
        read.withUnsafeMutableBytes { $0[place / 2] |= place % 2 == 0 ? value << 4 : value }
      }
      guard digits.count == keyDigitCount else { throw .keyLength(found: digits.count) }
      return SecretBox(read)
    }
    guard let key else { return nil }
    guard isInRange(key) else { throw .keyOutOfRange }
    return key
  }

  /// Whether 32 bytes are a private key: neither zero nor the curve's order or more.
  static func isInRange(_ key: SecretBox) -> Bool {
    do throws(Secp256k1Error) {
      _ = try PrivateKey(key.bytes.copy())
      return true
    } catch {
      return false
    }
  }

  /// Whether a byte is a blank, or may be part of one that takes several bytes, as a wide one does.
  private static func mayBeBlank(_ byte: UInt8) -> Bool { byte <= 0x20 || byte > 0x7E }

  private static func value(ofDigit byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
