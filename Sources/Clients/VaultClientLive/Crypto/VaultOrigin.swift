import EthereumCrypto
import EthereumKeys
import VaultClient

/// The secret from which all accounts of a vault are derived.
enum VaultOrigin {
  /// The entropy of a phrase: 16, 20, 24, 28 or 32 bytes; it has many accounts.
  case phrase(entropy: SecretBox)

  /// A private key: 32 bytes, a number from 1 to the order of the curve minus 1; it is one account.
  case privateKey(SecretBox)

  /// The bytes.
  var secret: SecretBox {
    switch self {
    case .phrase(let secret), .privateKey(let secret): secret
    }
  }

  /// True if the secret is public.
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
  /// The length from which a text without a space is meant as a private key: no word of a phrase is
  /// that long.
  private static let keyTextByteCountMin = 48

  /// The number of hexadecimal digits of a private key.
  private static let keyDigitCount = 64

  /// Reads the typed text: a private key, with or without 0x, or a phrase.
  ///
  /// - Parameters:
  ///   - text: The typed text.
  ///   - suggest: Receives the position of a word that is in no list, and words that look like it.
  /// - Returns: The secret, and the number of its words; 0 for a key.
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

  /// Returns the bytes of a private key; nil if the text is not meant as one.
  private static func privateKey(_ text: SecretBox) throws(PhraseImportRefusal) -> SecretBox? {
    let key = try text.bytes.withUnsafeBytes { bytes throws(PhraseImportRefusal) -> SecretBox? in
      let isPrefixed = bytes.starts(with: "0x".utf8)
      // Text with a space before its last byte is a phrase; one at the end may be a slip in a key.
      guard
        isPrefixed
          || bytes.count >= keyTextByteCountMin && !bytes.dropLast().contains(where: mayBeBlank)
      else { return nil }
      let digits = bytes.dropFirst(isPrefixed ? 2 : 0)
      // The value of each digit, and of bytes that are not digits, in memory that is wiped.
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

  /// Returns true if 32 bytes are a private key: not zero, and below the curve's order.
  static func isInRange(_ key: SecretBox) -> Bool {
    do throws(Secp256k1Error) {
      _ = try PrivateKey(key.bytes.copy())
      return true
    } catch {
      return false
    }
  }

  /// Returns true for a space, or a byte that may be part of a multi-byte one, such as a wide
  /// space.
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
