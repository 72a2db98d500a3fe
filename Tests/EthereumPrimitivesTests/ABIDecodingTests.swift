import EthereumPrimitives
import TestVectors
import Testing

struct ABIDecodingTests {
  /// Each line of words is the data; numbers are in hexadecimal, `~` fills up to the right.
  @Test(
    arguments: [
      // Words that no value has.
      ("bool", "2", word("bool", "2")),
      ("bool", "1~", word("bool", "1~")),
      ("uint8", "100", word("uint8", "100")),
      ("int8", "80", word("int8", "80")),
      (
        "address", "1cd2a3d9f938e13cd947ec05abc7fe734df8dd826",
        word("address", "1cd2a3d9f938e13cd947ec05abc7fe734df8dd826")
      ),
      ("bytes3", "61626301~", word("bytes3", "61626301~")),
      ("bytes32[2]", "0", .tooShort(offset: 0, needed: 64, available: 32)),
      // Ends.
      ("bool", "", .tooShort(offset: 0, needed: 32, available: 0)),
      ("bool", "1 0", .trailingBytes(offset: 32, count: 32)),
      ("()", "0", .trailingBytes(offset: 0, count: 32)),
      ("string", "20", .tooShort(offset: 32, needed: 32, available: 0)),
      ("string", "20 0 0", .trailingBytes(offset: 64, count: 32)),
      // Offsets: before, behind, far away, and beyond all memory.
      ("string", "0 0", .wrongOffset(offset: 0, expected: 32, found: UInt256(0))),
      ("string", "40 0 0", .wrongOffset(offset: 0, expected: 32, found: UInt256(64))),
      ("string", "21 0", .wrongOffset(offset: 0, expected: 32, found: UInt256(33))),
      (
        "string", "1000000000000000000000000000000000000000000000020 0",
        .wrongOffset(offset: 0, expected: 32, found: UInt256(1 << 0, 0, 0, 32))
      ),
      // Two texts that share their bytes, and two in the wrong order.
      (
        "(string,string)", "20 40 40 1 61~",
        .wrongOffset(offset: 64, expected: 128, found: UInt256(64))
      ),
      (
        "(string,string)", "20 80 40 1 61~ 1 62~",
        .wrongOffset(offset: 32, expected: 64, found: UInt256(128))
      ),
      (
        "string[]", "20 2 40 40 1 61~", .wrongOffset(offset: 96, expected: 128, found: UInt256(64))
      ),
      // Counts.
      ("string", "20 1", .countTooLarge(offset: 32, countMax: 0, found: UInt256(1))),
      ("string", "20 21 61~", .countTooLarge(offset: 32, countMax: 32, found: UInt256(33))),
      ("uint8[]", "20 2 1", .countTooLarge(offset: 32, countMax: 1, found: UInt256(2))),
      ("bool[2][]", "20 1 1", .countTooLarge(offset: 32, countMax: 0, found: UInt256(1))),
      (
        "uint8[]", "20 100000000000000000000000000000000000000000000000000 1",
        .countTooLarge(offset: 32, countMax: 1, found: UInt256(1 << 8, 0, 0, 0))
      ),
      (
        "bytes", "20 7fffffffffffffff 1",
        .countTooLarge(offset: 32, countMax: 32, found: UInt256(.max >> 1))
      ),
      (
        "string[134217727]", "20 20",
        .tooShort(offset: 32, needed: 134_217_727 * 32, available: 32)
      ),
      (
        "uint8[134217727]", "20 20",
        .tooShort(offset: 0, needed: 134_217_727 * 32, available: 64)
      ),
      // The padding of the last word.
      ("bytes", "20 1 6100ff~", .wrongPadding(offset: 66, found: 0xff)),
      ("string", "20 1 6101~", .wrongPadding(offset: 65, found: 1)),
      ("bytes", "20 0 1", .trailingBytes(offset: 64, count: 32)),
      // Text: a byte of no character, half a character, a surrogate, a longer form of `/`.
      ("string", "20 1 ff~", .invalidUTF8(offset: 64)),
      ("string", "20 1 ce~", .invalidUTF8(offset: 64)),
      ("string", "20 3 eda080~", .invalidUTF8(offset: 64)),
      ("string", "20 2 c0af~", .invalidUTF8(offset: 64)),
    ] as [(String, String, ABIError)])
  func onlyStrictEncodingsAreDecoded(type: String, data: String, error: ABIError) throws {
    let type = try ABIType(type)
    #expect(throws: error) { try ABI.decode(Self.data(data), as: [type]) }
  }

  @Test(arguments: [
    ("string", "20 0", ABIValue.string("")),
    ("string", "20 1 61~", .string("a")),
    ("string", "20 2 ce9e~", .string("Ξ")),
    ("(string,string)", "20 40 80 1 61~ 1 61~", .list([.string("a"), .string("a")])),
    ("string[0]", "20", .list([])),
    ("string[]", "20 0", .list([])),
    ("()", "", .list([])),
    ("uint8[0]", "", .list([])),
    ("((),bool)", "1", .list([.list([]), .bool(true)])),
  ])
  func theNearestStrictEncodingsAreDecoded(type: String, data: String, value: ABIValue) throws {
    let type = try ABIType(type)
    #expect(try ABI.decode(Self.data(data), as: [type]) == [value])
    #expect(try ABI.encode([value], as: [type]) == Self.data(data))
  }

  @Test func theLargestTypesTogetherAreRefusedForWantOfBytes() throws {
    let type = try ABIType("uint256[134217727]")
    #expect(throws: ABIError.tooShort(offset: 0, needed: 3 * 134_217_727 * 32, available: 32)) {
      try ABI.decode(Self.data("1"), as: [type, type, type])
    }
  }

  @Test func lastBytesMayNotBeLeftOut() {
    // A decoder that follows offsets would read the text, as its padding contains nothing.
    #expect(throws: ABIError.tooShort(offset: 64, needed: 32, available: 1)) {
      try ABI.decode(Self.data("20 1") + [0x61], as: [.string])
    }
  }

  @Test func nothingMayFollowTheLastWord() {
    for count in [1, 31, 32] {
      #expect(throws: ABIError.trailingBytes(offset: 32, count: count)) {
        try ABI.decode(Self.data("1") + [UInt8](repeating: 0, count: count), as: [.bool])
      }
    }
  }

  @Test(
    arguments: [
      (.tooShort(offset: 4, needed: 32, available: 3), "4: expected 32 bytes, 3 are left"),
      (.trailingBytes(offset: 32, count: 1), "32: expected the end, found 1 more bytes"),
      (
        .wrongWord(offset: 32, expected: .bool, found: UInt256(2).bytes32),
        "32: expected a word of bool, found "
          + "0x0000000000000000000000000000000000000000000000000000000000000002"
      ),
      (
        .wrongPadding(offset: 65, found: 1),
        "65: expected zeros up to a whole word, found 0x01"
      ),
      (
        .wrongOffset(offset: 0, expected: 64, found: UInt256(96)),
        "0: expected the offset 64, where the data before it end, found 96"
      ),
      (
        .countTooLarge(offset: 32, countMax: 3, found: UInt256(1, 0, 0, 0)),
        "32: expected a count of at most 3, for which bytes are left, found "
          + "6277101735386680763835789423207666416102355444464034512896"
      ),
      (.invalidUTF8(offset: 64), "64: expected UTF-8"),
      (
        .wrongSelector(expected: ABISelector(0xa905_9cbb), found: ABISelector(0x70a0_8231)),
        "0: expected the selector 0xa9059cbb, found 0x70a08231"
      ),
    ] as [(ABIError, String)])
  func aRefusalSaysWhatWasExpectedAndFound(error: ABIError, text: String) {
    #expect(error.description == "ABI at byte " + text)
  }

  private static func word(_ type: String, _ word: String) -> ABIError {
    guard let type = try? ABIType(type), let found = Hash32(bytes: data(word)) else {
      preconditionFailure("\(type) and \(word) are a type and a word")
    }
    return .wrongWord(offset: 0, expected: type, found: found)
  }

  private static func data(_ words: String) -> [UInt8] {
    words.split(separator: " ").flatMap { word in
      let digits = word.filter { $0 != "~" }
      let zeros = String(repeating: "0", count: 64 - digits.count)
      return bytes(word.hasSuffix("~") ? digits + zeros : zeros + digits)
    }
  }
}
