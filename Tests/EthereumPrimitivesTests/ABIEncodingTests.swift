import BigInt
import EthereumPrimitives
import Foundation
import TestEffort
import TestVectors
import Testing

struct ABIEncodingTests {
  @Test func randomValuesEncodeAsTheOracleDoesAndComeBackAsTheyWere() throws {
    var random = SeededGenerator(seed: 0xab1)
    for round in 0..<Effort.count(1_000) {
      let (values, types) = try Self.values(depth: 3, &random)
      let encoded = try ABI.encode(values, as: types)
      let expected = ABIOracle.encoding(.list(values), try ABIType("(\(Self.text(types)))"))
      #expect(encoded == expected, "seed 0xab1, round \(round), \(types)")
      #expect(
        try ABI.decode(encoded, as: types) == values, "seed 0xab1, round \(round), \(types)")
    }
  }

  @Test func everyTruncationAndEveryFlippedBitIsRefusedOrAnotherStrictEncoding() throws {
    var random = SeededGenerator(seed: 0xf11b)
    var (refusalCount, otherCount) = (0, 0)
    for round in 0..<Effort.count(60) {
      let (values, types) = try Self.values(depth: 2, &random)
      let encoded = try ABI.encode(values, as: types)
      for count in encoded.indices {
        #expect(
          throws: ABIError.self, "seed 0xf11b, round \(round), \(types), the first \(count) bytes"
        ) { try ABI.decode(Array(encoded[..<count]), as: types) }
      }
      for bit in 0..<(8 * encoded.count) {
        var changed = encoded
        changed[bit / 8] ^= 0x80 >> (bit % 8)
        guard let others = try? ABI.decode(changed, as: types) else {
          refusalCount += 1
          continue
        }
        otherCount += 1
        #expect(
          try ABI.encode(others, as: types) == changed,
          "seed 0xf11b, round \(round), \(types), bit \(bit)")
      }
    }
    #expect(refusalCount > Effort.count(10_000))
    #expect(otherCount > Effort.count(10_000))
  }

  @Test(arguments: Array(stride(from: 8, through: 256, by: 8)))
  func numbersEncodeUpToBothEndsOfTheirRangeAndNoFurther(bits: Int) throws {
    let unsigned = try ABIType("uint\(bits)")
    let signed = try ABIType("int\(bits)")
    let half = BigInt(1) << (bits - 1)
    let unsignedMax = (BigUInt(1) << bits) - 1
    for number in [0, 1, unsignedMax] {
      let value = ABIValue.uint(try #require(UInt256(number)))
      let encoded = try ABI.encode([value], as: [unsigned])
      #expect(encoded == ABIOracle.encoding(value, unsigned))
      #expect(try ABI.decode(encoded, as: [unsigned]) == [value])
    }
    if let beyond = UInt256(unsignedMax + 1) {
      #expect(throws: ABIError.wrongValue(offset: 0, expected: unsigned, found: .uint(beyond))) {
        try ABI.encode([.uint(beyond)], as: [unsigned])
      }
      #expect(
        throws: ABIError.wrongWord(offset: 0, expected: unsigned, found: beyond.bytes32)
      ) { try ABI.decode(beyond.bytes32.bytes, as: [unsigned]) }
    }
    for number in [-half, -1, 0, 1, half - 1] {
      let encoded = try ABI.encode([.int(number)], as: [signed])
      #expect(encoded == ABIOracle.encoding(.int(number), signed))
      #expect(try ABI.decode(encoded, as: [signed]) == [.int(number)])
    }
    for beyond in [-half - 1, half, half << 300] {
      #expect(throws: ABIError.wrongValue(offset: 0, expected: signed, found: .int(beyond))) {
        try ABI.encode([.int(beyond)], as: [signed])
      }
    }
    for beyond in [-half - 1, half] where bits < 256 {
      let word = try #require(Hash32(bytes: ABIOracle.encoding(.int(beyond), signed)))
      #expect(throws: ABIError.wrongWord(offset: 0, expected: signed, found: word)) {
        try ABI.decode(word.bytes, as: [signed])
      }
    }
  }

  @Test(
    arguments: [
      (
        "uint8", .uint(UInt256(256)), "ABI at byte 0: expected a value of uint8, found unsigned 256"
      ),
      ("int8", .int(-129), "ABI at byte 0: expected a value of int8, found signed -129"),
      ("int8", .uint(.zero), "ABI at byte 0: expected a value of int8, found unsigned 0"),
      ("uint8", .bool(true), "ABI at byte 0: expected a value of uint8, found true"),
      ("bytes3", .bytes([1, 2]), "ABI at byte 0: expected a value of bytes3, found 2 bytes"),
      ("bytes3", .bytes([1, 2, 3, 4]), "ABI at byte 0: expected a value of bytes3, found 4 bytes"),
      (
        "bytes", .string("Ξ"), "ABI at byte 32: expected a value of bytes, found text of 2 bytes"
      ),
      (
        "bool", .address(.zero),
        "ABI at byte 0: expected a value of bool, found the address "
          + "0x0000000000000000000000000000000000000000"
      ),
      ("bool", .list([]), "ABI at byte 0: expected a value of bool, found a list of 0"),
      ("bool[2]", .list([.bool(true)]), "ABI at byte 0: expected 2 values, found 1"),
      ("(bool)", .list([]), "ABI at byte 0: expected 1 values, found 0"),
      (
        "uint8[]", .list([.uint(.zero), .uint(.max)]),
        "ABI at byte 96: expected a value of uint8, found unsigned "
          + "115792089237316195423570985008687907853269984665640564039457584007913129639935"
      ),
      (
        "uint256[134217727]", .list([.uint(.zero)]),
        "ABI at byte 0: expected 134217727 values, found 1"
      ),
      (
        "uint256[134217727][1]", .list([.list([.bool(true)])]),
        "ABI at byte 0: expected 134217727 values, found 1"
      ),
    ] as [(String, ABIValue, String)])
  func valuesOutsideTheirTypeAreNotEncoded(type: String, value: ABIValue, text: String) throws {
    let type = try ABIType(type)
    let error = #expect(throws: ABIError.self) { try ABI.encode([value], as: [type]) }
    #expect(error?.description == text)
  }

  @Test func offsetsCountThePrecedingBytes() {
    #expect(throws: ABIError.wrongCount(offset: 4, expected: 1, found: 0)) {
      try ABI.encode([], as: [.bool], after: [1, 2, 3, 4])
    }
    #expect(throws: ABIError.tooShort(offset: 4, needed: 32, available: 1)) {
      try ABI.decode([1, 2, 3, 4, 5], as: [.bool], from: 4)
    }
  }

  @Test func theDeepestValuesFitTheStackOfASmallThread() async throws {
    // Types come from texts that others wrote; some systems give a thread 512 KiB.
    let brackets = String(repeating: "(", count: ABI.depthMax)
    let text = brackets + "string" + String(repeating: ")", count: ABI.depthMax)
    let isEqual = await withCheckedContinuation { continuation in
      let thread = Thread {
        let value = (0..<ABI.depthMax).reduce(ABIValue.string("deep")) { value, _ in .list([value])
        }
        let answer = try? ABIType(text)
        let encoded = answer.flatMap { try? ABI.encode([value], as: [$0]) }
        let decoded = encoded.flatMap { try? ABI.decode($0, as: [answer ?? .bool]) }
        continuation.resume(returning: decoded == [value])
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(isEqual)
  }

  // MARK: - Types Known to the Compiler

  @Test func wordsEncodeAsTheirValuesDo() throws {
    var random = SeededGenerator(seed: 0x20)
    let types = try ["address", "uint256", "bool", "bytes32", "uint8"].map { try ABIType($0) }
    for round in 0..<500 {
      let address = Address(lastBytesOf: ABIOracle.hash(&random))
      let number = UInt256(ABIOracle.hash(&random))
      let hash = ABIOracle.hash(&random)
      let (flag, byte) = (round.isMultiple(of: 2), UInt8(truncatingIfNeeded: round))
      let values: [ABIValue] = [
        .address(address), .uint(number), .bool(flag), .bytes(hash.bytes),
        .uint(UInt256(UInt64(byte))),
      ]
      let encoded = try ABI.encode(values, as: types)
      #expect(
        ABI.encode(address, number, flag, hash, byte) == encoded, "seed 0x20, round \(round)")
      let selector = ABISelector(UInt32(truncatingIfNeeded: random.next()))
      #expect(
        ABI.encode(selector: selector, address, number, flag, hash, byte)
          == selector.bytes + encoded, "seed 0x20, round \(round)")
      #expect(try ABI.decode(ABI.encode(address)) == address)
      #expect(try ABI.decode(ABI.encode(number)) == number)
      #expect(try ABI.decode(ABI.encode(flag)) == flag)
      #expect(try ABI.decode(ABI.encode(hash)) == hash)
      #expect(try ABI.decode(ABI.encode(byte)) == byte)
    }
    #expect(ABI.encode() == [])
    #expect(ABI.encode(selector: ABISelector(0x0102_0304)) == [1, 2, 3, 4])
  }

  @Test func aWordOfAnotherTypeIsRefused() throws {
    let word = UInt256(256).bytes32
    #expect(throws: ABIError.wrongWord(offset: 0, expected: try ABIType("uint8"), found: word)) {
      try ABI.decode(word.bytes, as: UInt8.self)
    }
    #expect(throws: ABIError.wrongWord(offset: 0, expected: .bool, found: word)) {
      try ABI.decode(word.bytes, as: Bool.self)
    }
    #expect(UInt8(abiValue: .uint(UInt256(256))) == nil)
    #expect(UInt8(abiValue: .bool(true)) == nil)
    #expect(Bool(abiValue: .uint(.zero)) == nil)
    #expect(Address(abiValue: .bytes([])) == nil)
    #expect(UInt256(abiValue: .int(0)) == nil)
    #expect(Hash32(abiValue: .bytes([1])) == nil)
    #expect(String(abiValue: .bytes([])) == nil)
  }

  private static func values(
    depth: Int, _ random: inout SeededGenerator
  ) throws -> (values: [ABIValue], types: [ABIType]) {
    let types = try (0..<Int.random(in: 1...4, using: &random)).map { _ in
      try ABIType(ABIOracle.typeText(depth: depth, &random))
    }
    return (types.map { ABIOracle.value($0, &random) }, types)
  }

  private static func text(_ types: [ABIType]) -> String {
    types.map(\.description).joined(separator: ",")
  }
}
