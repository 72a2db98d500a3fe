import VaultClient

extension PasscodePolicy {
  /// How few characters a passphrase may have.
  static let passphraseCharacterCountMin = 8

  /// How many bytes a passphrase may have.
  static let passphraseByteCountMax = 1_024

  /// How many digits a PIN has.
  static let pinDigitCount = 6

  /// Judges a passcode's bytes; what they are takes part in no message.
  func check(_ bytes: UnsafeRawBufferPointer) throws(PasscodeRefusal) {
    switch self {
    case .passphrase: try Self.checkPassphrase(bytes)
    case .pin: try Self.checkPIN(bytes)
    }
  }

  private static func checkPassphrase(_ bytes: UnsafeRawBufferPointer) throws(PasscodeRefusal) {
    guard bytes.count <= passphraseByteCountMax else {
      throw .tooLong(maximumByteCount: passphraseByteCountMax)
    }
    var characterCount = 0
    var decoder = Unicode.UTF8()
    var iterator = bytes.makeIterator()
    decoding: while true {
      switch decoder.decode(&iterator) {
      case .emptyInput:
        break decoding
      case .error:
        throw .notText
      case .scalarValue(let scalar):
        // A line end here is a mistake of the host; it would become part of the passcode.
        guard scalar.properties.generalCategory != .control else { throw .notText }
        characterCount += 1
      }
    }
    guard characterCount >= passphraseCharacterCountMin else {
      throw .tooShort(minimum: passphraseCharacterCountMin)
    }
  }

  private static func checkPIN(_ bytes: UnsafeRawBufferPointer) throws(PasscodeRefusal) {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard bytes.count == pinDigitCount, bytes.allSatisfy(digits.contains) else {
      throw .notDigits(count: pinDigitCount)
    }
  }
}
