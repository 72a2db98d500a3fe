import VaultClient

extension PasscodePolicy {
  /// The minimum number of characters of a passphrase.
  static let passphraseCharacterCountMin = 8

  /// The maximum number of bytes of a passphrase.
  static let passphraseByteCountMax = 1_024

  /// The number of digits of a PIN.
  static let pinDigitCount = 6

  /// Checks a passcode's bytes, which never appear in a message.
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

  /// Returns true if bytes may be a passcode of any policy.
  static func isText(_ bytes: UnsafeRawBufferPointer) -> Bool { scalarCount(bytes) != nil }

  /// Returns the number of Unicode scalars; nil if the bytes are not UTF-8, or have a control
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
