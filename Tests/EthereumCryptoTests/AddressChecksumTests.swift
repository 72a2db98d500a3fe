import EthereumCrypto
import EthereumPrimitives
import TestVectors
import Testing

struct AddressChecksumTests {
  @Test func publishedAddressesAreWrittenAndReadWithTheirChecksum() throws {
    let vectors = try ChecksumVectors.load().valid
    for text in vectors {
      let lower = "0x" + text.dropFirst(2).lowercased()
      let upper = "0x" + text.dropFirst(2).uppercased()
      let address = try Address(unchecksummed: lower)
      #expect(address.checksummed == text)
      #expect(try Address(unchecksummed: upper) == address)
      #expect(try Address(checksummed: text) == address)
      for other in [lower, upper] where other != text {
        #expect(throws: AddressError.noChecksum(expected: text)) { try Address(checksummed: other) }
      }
    }
    #expect(vectors.count == 8)
    TestVectors.report("EIP-55", vectors.count)
  }

  @Test func theCaseOfEveryLetterIsChecked() throws {
    let text = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
    for place in text.indices.dropFirst(2) where text[place].isLetter {
      var changed = text
      let letter = text[place]
      changed.replaceSubrange(
        place...place, with: letter.isUppercase ? letter.lowercased() : letter.uppercased())
      #expect(throws: AddressError.wrongChecksum(expected: text)) {
        try Address(checksummed: changed)
      }
      #expect(throws: AddressError.mixedCase) { try Address(unchecksummed: changed) }
    }
  }

  @Test func randomAddressesComeBackAndTheirMistypedTwinsDoNot() throws {
    var random = SeededGenerator(seed: 55)
    var missedCount = 0
    for _ in 0..<2_000 {
      let address = try #require(Address(bytes: random.bytes(20)))
      let text = address.checksummed
      #expect(try Address(checksummed: text) == address)
      // One digit replaced: the checksum misses about one in four thousand of these (EIP-55).
      var digits = Array(text.utf8)
      let place = Int.random(in: 2..<42, using: &random)
      digits[place] = digits[place] == UInt8(ascii: "0") ? UInt8(ascii: "1") : UInt8(ascii: "0")
      if (try? Address(checksummed: String(decoding: digits, as: UTF8.self))) != nil {
        missedCount += 1
      }
    }
    #expect(missedCount <= 10)
  }

  @Test(
    arguments: [
      (
        "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", .missingPrefix,
        "expected an address that begins with 0x"
      ),
      ("", .missingPrefix, "expected an address that begins with 0x"),
      (
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe", .wrongDigitCount(found: 39),
        "expected 40 hexadecimal digits after 0x, found 39"
      ),
      (
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed0", .wrongDigitCount(found: 41),
        "expected 40 hexadecimal digits after 0x, found 41"
      ),
      ("0x", .wrongDigitCount(found: 0), "expected 40 hexadecimal digits after 0x, found 0"),
      (
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg", .notADigit(position: 42),
        "expected a hexadecimal digit at character 42"
      ),
      (
        " 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", .missingPrefix,
        "expected an address that begins with 0x"
      ),
      (
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed ", .notADigit(position: 43),
        "expected a hexadecimal digit at character 43"
      ),
      (
        "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed",
        .noChecksum(expected: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"),
        "expected an address with its checksum in the case of the letters, as its owner shows it"
      ),
      (
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD",
        .wrongChecksum(expected: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"),
        "a digit or a letter's case is mistyped; expected the address as its owner shows it"
      ),
    ] as [(String, AddressError, String)])
  func invalidAddressesAreRejectedWithWhatWasExpected(
    text: String, error: AddressError, description: String
  ) {
    #expect(throws: error) { try Address(checksummed: text) }
    #expect(error.description == description)
  }

  @Test func digitsWithoutLettersNeedNoChecksum() throws {
    let text = "0x" + String(repeating: "12", count: 20)
    #expect(try Address(checksummed: text).checksummed == text)
    #expect(try Address(unchecksummed: text).checksummed == text)
    #expect(
      AddressError.mixedCase.description
        == "expected letters of one case, as in an address without a checksum")
  }
}
