import BigInt
import EthereumPrimitives
import Foundation
import TestEffort
import TestVectors
import Testing

struct RLPTests {
  @Test func randomValuesComeBackAsTheyWere() throws {
    var random = SeededGenerator(seed: 0x1159)
    for round in 0..<Effort.count(2_000) {
      let item = Self.item(depth: 4, &random)
      let encoded = RLP.encode(item)
      #expect(encoded == Self.slowEncoding(item), "seed 0x1159, round \(round)")
      #expect(try RLP.decode(encoded) == item, "seed 0x1159, round \(round)")
    }
  }

  @Test func noChangeOfAByteDecodesToTheSameValue() throws {
    var random = SeededGenerator(seed: 0x2222)
    for round in 0..<500 {
      let item = Self.item(depth: 3, &random)
      var encoded = RLP.encode(item)
      let place = Int.random(in: encoded.indices, using: &random)
      encoded[place] ^= UInt8.random(in: 1...255, using: &random)
      // Whatever decodes is canonical: it encodes to the bytes that were read.
      if let changed = try? RLP.decode(encoded) {
        #expect(RLP.encode(changed) == encoded, "seed 0x2222, round \(round)")
        #expect(changed != item, "seed 0x2222, round \(round)")
      }
    }
  }

  @Test(arguments: [0, 1, 55, 56, 255, 256, 65_535, 65_536])
  func lengthsOnBothSidesOfEachFormComeBack(count: Int) throws {
    let bytes = RLPItem.bytes([UInt8](repeating: 0x80, count: count))
    #expect(try RLP.decode(RLP.encode(bytes)) == bytes)
    let list = RLPItem.list([RLPItem](repeating: .bytes([]), count: count))
    #expect(try RLP.decode(RLP.encode(list)) == list)
  }

  @Test func listsAreReadDownToTheDeepestAndNoFurther() throws {
    func nested(_ depth: Int) -> [UInt8] {
      RLP.encode((1..<depth).reduce(.list([])) { item, _ in .list([item]) })
    }
    #expect(throws: Never.self) { try RLP.decode(nested(RLP.depthMax)) }
    #expect(throws: RLPError.self) { try RLP.decode(nested(RLP.depthMax + 1)) }
  }

  @Test func theDeepestListsFitTheStackOfASmallThread() async throws {
    // Foreign bytes may be decoded on any thread; some systems give one a stack of 512 KiB.
    let encoded = RLP.encode((1..<RLP.depthMax).reduce(.list([])) { item, _ in .list([item]) })
    let isEqual = await withCheckedContinuation { continuation in
      let thread = Thread {
        let answer = (try? RLP.decode(encoded)).map { RLP.encode($0) == encoded } ?? false
        continuation.resume(returning: answer)
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(isEqual)
  }

  @Test func aMillionOpenListsAreRefusedWithoutExhaustingTheStack() {
    #expect(throws: RLPError.self) {
      try RLP.decode([UInt8](repeating: 0xc1, count: 1_000_000) + [0xc0])
    }
  }

  @Test(
    arguments: [
      ([], .missingItem(offset: 0), "expected another item, found the end of the list"),
      (
        [0x83, 1, 2], .tooShort(offset: 0, needed: 3, available: 2),
        "the item needs 3 bytes, 2 are left"
      ),
      (
        [0xc2, 0x83, 1, 2, 3], .tooShort(offset: 1, needed: 3, available: 1),
        "the item needs 3 bytes, 1 are left"
      ),
      ([0x01, 0x02], .trailingBytes(offset: 1, count: 1), "expected the end, found 1 more bytes"),
      (
        [0x81, 0x7f], .byteWithLength(offset: 0),
        "expected a byte below 0x80 to stand for itself, found it with a length"
      ),
      (
        [0xc3, 0x05, 0xb8, 0x01, 0xff], .longFormForShortLength(offset: 2),
        "expected the short form for a length below 56"
      ),
      (
        [0xb9, 0x00, 0x40], .lengthWithLeadingZero(offset: 0),
        "expected a length without leading zeros"
      ),
      (
        [0xbf] + [UInt8](repeating: 0xff, count: 8), .lengthTooLarge(offset: 0),
        "expected a length below 2^63"
      ),
    ] as [([UInt8], RLPError, String)])
  func aRefusalNamesTheItemAndSaysWhatWasExpected(
    encoded: [UInt8], error: RLPError, text: String
  ) {
    #expect(throws: error) { try RLP.decode(encoded) }
    #expect(error.description.hasPrefix("RLP at byte "))
    #expect(error.description.hasSuffix(": " + text))
  }

  @Test func typedReadsRejectNumbersOfOtherSizes() {
    func refusal<R>(
      _ encoded: [UInt8], _ read: (inout RLPReader) throws(RLPError) -> R
    ) -> RLPError? {
      do {
        _ = try RLP.decode(encoded, read)
        return nil
      } catch {
        return error
      }
    }
    let nine = [0x89] + [UInt8](repeating: 1, count: 9)
    #expect(
      refusal(nine) { (reader) throws(RLPError) in try reader.readUInt64() }
        == .integerTooLarge(offset: 0, byteCountMax: 8, found: 9))
    #expect(
      refusal([0x00]) { (reader) throws(RLPError) in try reader.readUInt64() }
        == .integerWithLeadingZero(offset: 0))
    #expect(
      refusal([0x82, 0, 1]) { (reader) throws(RLPError) in try reader.readUInt256() }
        == .integerWithLeadingZero(offset: 0))
    #expect(
      refusal([0xc0]) { (reader) throws(RLPError) in try reader.readUInt64() }
        == .expectedBytes(offset: 0))
    #expect(
      refusal([0x05]) { (reader) throws(RLPError) in try reader.readList().end }
        == .expectedList(offset: 0))
    #expect(
      refusal([0x81, 0x80]) { (reader) throws(RLPError) in try reader.readAddress() }
        == .wrongByteCount(offset: 0, expected: 20, found: 1))
    #expect(
      refusal([0xc1, 0x05]) { (reader) throws(RLPError) in try reader.readList().finishList() }
        == .extraItem(offset: 1))
  }

  @Test(arguments: [0, 1, 0x7f, 0x80, 0xff, 0x100, .max >> 8, .max >> 8 + 1, .max] as [UInt64])
  func integersOnBothSidesOfEachSizeComeBack(value: UInt64) throws {
    let encoded = RLP.encode(.integer(value))
    #expect(RLP.count(of: value) == encoded.count)
    #expect(RLP.count(of: UInt256(value)) == encoded.count)
    #expect(encoded == RLP.encode(.integer(BigUInt(value))))
    #expect(
      try RLP.decode(encoded) { (reader) throws(RLPError) in try reader.readUInt64() } == value)
    #expect(
      try RLP.decode(encoded) { (reader) throws(RLPError) in try reader.readUInt256() }
        == UInt256(value))
  }

  private static func item(depth: Int, _ random: inout SeededGenerator) -> RLPItem {
    if depth > 0, Bool.random(using: &random) {
      let count = Int.random(in: 0...6, using: &random)
      return .list((0..<count).map { _ in item(depth: depth - 1, &random) })
    }
    return .bytes(random.bytes([0, 1, 1, 20, 32, 55, 56, 300].randomElement(using: &random) ?? 0))
  }

  /// The Yellow Paper's appendix B, word for word.
  private static func slowEncoding(_ item: RLPItem) -> [UInt8] {
    func header(_ base: UInt8, _ count: Int) -> [UInt8] {
      if count < 56 { return [base + UInt8(count)] }
      var length: [UInt8] = []
      var rest = count
      while rest > 0 {
        length.insert(UInt8(rest % 256), at: 0)
        rest /= 256
      }
      return [base + 55 + UInt8(length.count)] + length
    }
    switch item {
    case .bytes(let bytes):
      if bytes.count == 1, bytes[0] < 0x80 { return bytes }
      return header(0x80, bytes.count) + bytes
    case .list(let items):
      let payload = items.flatMap { slowEncoding($0) }
      return header(0xc0, payload.count) + payload
    }
  }
}
