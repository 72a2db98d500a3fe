import BigInt
import EthereumPrimitives
import TestVectors
import Testing

struct HexTests {
  @Test func dataComeBackAsTheyWere() throws {
    var random = SeededGenerator(seed: 16)
    for count in [0, 1, 2, 20, 32, 1_000] {
      let data = random.bytes(count)
      let text = Hex.encode(data)
      #expect(try Hex.decode(text) == data)
      #expect(try Hex.decode("0x" + text.dropFirst(2).uppercased()) == data)
      #expect(Hex.encode(data[...]) == text)
    }
    #expect(Hex.encode([]) == "0x")
    #expect(Hex.encode([0x00, 0x0f, 0xa0]) == "0x000fa0")
  }

  @Test(
    arguments: [
      ("", .missingPrefix, "expected hexadecimal that starts with 0x"),
      ("00", .missingPrefix, "expected hexadecimal that starts with 0x"),
      ("0X00", .missingPrefix, "expected hexadecimal that starts with 0x"),
      ("0x0", .oddDigitCount(1), "expected two hexadecimal digits for each byte, found 1 digits"),
      ("0x0g", .notADigit(position: 3), "expected a hexadecimal digit at position 3"),
      ("0x00 ", .notADigit(position: 4), "expected a hexadecimal digit at position 4"),
      ("0x0é", .notADigit(position: 3), "expected a hexadecimal digit at position 3"),
    ] as [(String, HexError, String)])
  func invalidDataIsRejected(text: String, error: HexError, description: String) {
    #expect(throws: error) { try Hex.decode(text) }
    #expect(error.description == description)
  }

  @Test func quantitiesHaveNoLeadingZeros() throws {
    for value in [0, 1, 15, 16, 1 << 63, .max] as [UInt64] {
      let text = Hex.encode(quantity: value)
      #expect(text == "0x" + String(value, radix: 16))
      #expect(try Hex.decodeUInt64(text) == value)
      #expect(Hex.encode(quantity: UInt256(value)) == text)
      #expect(try Hex.decodeUInt256(text) == UInt256(value))
    }
    let big = UInt256(1, 0, 0xff, 2)
    #expect(Hex.encode(quantity: big) == "0x" + String(big.bigUInt, radix: 16))
    #expect(try Hex.decodeUInt256(Hex.encode(quantity: big)) == big)
    #expect(try Hex.decodeUInt256("0x" + String(repeating: "f", count: 64)) == .max)
  }

  @Test(
    arguments: [
      ("0x", .noDigits, "expected at least one hexadecimal digit after 0x; zero is 0x0"),
      ("0x00", .leadingZero, "expected a quantity without leading zeros"),
      ("0x01", .leadingZero, "expected a quantity without leading zeros"),
      ("0x10000000000000000", .tooLarge(bitCountMax: 64), "expected a quantity of at most 64 bits"),
      ("1", .missingPrefix, "expected hexadecimal that starts with 0x"),
      ("0x-1", .notADigit(position: 2), "expected a hexadecimal digit at position 2"),
    ] as [(String, HexError, String)])
  func invalidQuantitiesAreRejected(text: String, error: HexError, description: String) {
    #expect(throws: error) { try Hex.decodeUInt64(text) }
    #expect(error.description == description)
  }

  @Test func aNumberOf257BitsIsRefused() {
    #expect(throws: HexError.tooLarge(bitCountMax: 256)) {
      try Hex.decodeUInt256("0x1" + String(repeating: "0", count: 64))
    }
  }

  @Test func addressesAndHashesHaveTheirSize() throws {
    let address = "0x" + String(repeating: "ab", count: 20)
    #expect(try Address(hex: address).hex == address)
    #expect(throws: HexError.wrongByteCount(expected: 20, found: 19)) {
      try Address(hex: address.dropLast(2))
    }
    #expect(
      HexError.wrongByteCount(expected: 20, found: 19).description
        == "expected 20 bytes (40 hexadecimal digits), found 19")
    let hash = "0x" + String(repeating: "01", count: 32)
    #expect(try Hash32(hex: hash).hex == hash)
    #expect(throws: HexError.wrongByteCount(expected: 32, found: 33)) {
      try Hash32(hex: hash + "01")
    }
    #expect(Hash32(bytes: [UInt8](repeating: 0, count: 31)) == nil)
    #expect(Address(bytes: [UInt8](repeating: 0, count: 21)) == nil)
  }

  @Test func addressesAndHashesCompareByteByByte() throws {
    var random = SeededGenerator(seed: 20)
    for _ in 0..<500 {
      var left = random.bytes(32)
      var right = random.bytes(32)
      let same = Int.random(in: 0...32, using: &random)
      right.replaceSubrange(..<same, with: left[..<same])
      let hashes = (try #require(Hash32(bytes: left)), try #require(Hash32(bytes: right)))
      #expect((hashes.0 < hashes.1) == left.lexicographicallyPrecedes(right))
      #expect(hashes.0.bytes == left)
      #expect((hashes.0 == hashes.1) == (left == right))
      (left, right) = (Array(left[..<20]), Array(right[..<20]))
      let addresses = (try #require(Address(bytes: left)), try #require(Address(bytes: right)))
      #expect((addresses.0 < addresses.1) == left.lexicographicallyPrecedes(right))
      #expect(addresses.0.bytes == left)
      #expect((addresses.0 == addresses.1) == (left == right))
    }
    #expect(MemoryLayout<Address>.size == 20)
    #expect(MemoryLayout<Hash32>.size == 32)
  }
}
