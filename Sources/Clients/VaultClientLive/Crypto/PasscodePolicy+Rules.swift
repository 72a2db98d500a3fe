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
    guard !CommonPasscodes.contain(bytes) else { throw .tooCommon }
  }

  private static func checkPassphrase(_ bytes: UnsafeRawBufferPointer) throws(PasscodeRefusal) {
    guard bytes.count <= passphraseByteCountMax else {
      throw .tooLong(maximumByteCount: passphraseByteCountMax)
    }
    guard let characterCount = scalarCount(bytes) else { throw .notText }
    guard characterCount >= passphraseCharacterCountMin else {
      throw .tooShort(minimum: passphraseCharacterCountMin)
    }
  }

  /// Whether bytes may be a passcode of any policy.
  static func isText(_ bytes: UnsafeRawBufferPointer) -> Bool { scalarCount(bytes) != nil }

  /// How many scalars of Unicode there are; nil where bytes are not UTF-8, or have a control
  /// character: a line end here is a mistake of the host.
  private static func scalarCount(_ bytes: UnsafeRawBufferPointer) -> Int? {
    var count = 0
    var decoder = Unicode.UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .emptyInput:
        return count
      case .error:
        return nil
      case .scalarValue(let scalar):
        guard scalar.properties.generalCategory != .control else { return nil }
        count += 1
      }
    }
  }

  private static func checkPIN(_ bytes: UnsafeRawBufferPointer) throws(PasscodeRefusal) {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard bytes.count == pinDigitCount, bytes.allSatisfy(digits.contains) else {
      throw .notDigits(count: pinDigitCount)
    }
  }
}
