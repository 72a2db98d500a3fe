package import EthereumPrimitives

extension Address {
  /// The address with a checksum in the case of its letters, as people read it.
  ///
  /// - SeeAlso: EIP-55.
  package var checksummed: String {
    let digits = Array(hex.utf8.dropFirst(2))
    let hash = Keccak256.hash(digits)
    return hash.withUnsafeBytes { hash in
      var text: [UInt8] = [UInt8(ascii: "0"), UInt8(ascii: "x")]
      for (index, digit) in digits.enumerated() {
        let nibble = index.isMultiple(of: 2) ? hash[index / 2] >> 4 : hash[index / 2] & 0x0f
        let isUpper = digit >= UInt8(ascii: "a") && nibble >= 8
        text.append(isUpper ? digit - 0x20 : digit)
      }
      return String(decoding: text, as: UTF8.self)
    }
  }

  /// Reads an address whose letters carry the checksum of EIP-55.
  ///
  /// An address without letters has no checksum, and is accepted.
  ///
  /// - Throws: `AddressError`; `.noChecksum` if all letters have the same case, which the user may
  ///   be asked to confirm.
  /// - SeeAlso: EIP-55.
  package init(checksummed text: some StringProtocol) throws(AddressError) {
    let address = try Address(digitsOf: text)
    let expected = address.checksummed
    guard text == expected else {
      throw Self.letterCases(of: text).count < 2
        ? .noChecksum(expected: expected) : .wrongChecksum(expected: expected)
    }
    self = address
  }

  /// Reads an address whose letters are all lower or all upper case.
  ///
  /// No checksum protects its digits.
  ///
  /// - Throws: `AddressError`; `.mixedCase` if the case could be a checksum, which must then be
  ///   checked.
  package init(unchecksummed text: some StringProtocol) throws(AddressError) {
    let address = try Address(digitsOf: text)
    guard Self.letterCases(of: text).count < 2 else { throw .mixedCase }
    self = address
  }

  /// Reads a pasted address: mixed case must be a valid checksum, and a single case has none.
  ///
  /// Show ``checksummed`` of the address to the user.
  ///
  /// - Throws: `AddressError`.
  package init(pasted text: some StringProtocol) throws(AddressError) {
    do {
      self = try Address(checksummed: text)
    } catch .noChecksum {
      self = try Address(unchecksummed: text)
    } catch {
      throw error
    }
  }

  private enum LetterCase { case lower, upper }

  private static func letterCases(of text: some StringProtocol) -> Set<LetterCase> {
    Set(
      text.utf8.dropFirst(2).compactMap { character in
        switch character {
        case UInt8(ascii: "a")...UInt8(ascii: "f"): .lower
        case UInt8(ascii: "A")...UInt8(ascii: "F"): .upper
        default: nil
        }
      })
  }

  private init(digitsOf text: some StringProtocol) throws(AddressError) {
    do {
      try self.init(hex: text)
    } catch {
      switch error {
      case .missingPrefix: throw .missingPrefix
      case .notADigit(let position): throw .notADigit(position: position + 1)
      case .oddDigitCount, .wrongByteCount, .noDigits, .leadingZero, .tooLarge:
        throw .wrongDigitCount(found: text.utf8.count - 2)
      }
    }
  }
}
