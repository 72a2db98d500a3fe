import BigInt
import EthereumPrimitives
import TestEffort
import TestVectors
import Testing

struct WeiTests {
  @Test(arguments: [
    ("0", "0", "0"),
    ("1", "1000000000000000000", "1"),
    ("0.25", "250000000000000000", "0.25"),
    ("0.000000000000000001", "1", "0.000000000000000001"),
    ("12.50", "12500000000000000000", "12.5"),
    ("0.100000000000000000", "100000000000000000", "0.1"),
    (
      "115792089237316195423570985008687907853269984665640564039457.584007913129639935",
      "115792089237316195423570985008687907853269984665640564039457584007913129639935",
      "115792089237316195423570985008687907853269984665640564039457.584007913129639935"
    ),
  ])
  func etherIsParsedExactlyAndWrittenBack(text: String, wei: String, written: String) throws {
    let amount = try Wei(ether: text)
    #expect(amount.decimalText == wei)
    #expect(amount.etherText == written)
    #expect(amount == (try Wei(decimal: wei)))
    #expect(amount.description == "\(wei) wei")
  }

  @Test(arguments: [
    "", ".", "1.", ".5", "-1", "+1", "1e3", "1,5", " 1", "1 ", "1.2.3", "0x1", "١", "1_000", "½",
    "１", "00", "00.1", "01", "000000000000000000001", "00000",
  ])
  func invalidNumbersAreRejected(text: String) {
    #expect(throws: AmountError.notANumber) { try Wei(ether: text) }
    #expect(throws: AmountError.notANumber) { try Wei(gwei: text) }
  }

  @Test func oneFractionDigitTooManyIsRefusedAndNotRounded() throws {
    #expect(try Wei(ether: "0.123456789012345678").decimalText == "123456789012345678")
    #expect(throws: AmountError.tooManyFractionDigits(found: 19, max: 18)) {
      try Wei(ether: "0.1234567890123456780")
    }
    #expect(try Wei(gwei: "1.123456789").decimalText == "1123456789")
    #expect(throws: AmountError.tooManyFractionDigits(found: 10, max: 9)) {
      try Wei(gwei: "1.1234567890")
    }
    #expect(throws: AmountError.tooManyFractionDigits(found: 1, max: 0)) { try Wei(decimal: "1.0") }
  }

  @Test func theLastAmountIsAcceptedAndTheNextRefused() throws {
    let last = "115792089237316195423570985008687907853269984665640564039457.584007913129639935"
    #expect(try Wei(ether: last) == .max)
    #expect(throws: AmountError.overflow) {
      try Wei(ether: String(last.dropLast()) + "6")
    }
    #expect(throws: AmountError.overflow) { try Wei(ether: String(repeating: "9", count: 100_000)) }
    #expect(throws: AmountError.overflow) { try Wei(BigUInt(1) << 256) }
    #expect(try Wei((BigUInt(1) << 256) - 1) == .max)
  }

  @Test func arithmeticSaysWhereItWouldLeaveTheRange() throws {
    #expect(try Wei.max.subtracting(1).adding(1) == .max)
    #expect(throws: AmountError.overflow) { try Wei.max.adding(1) }
    #expect(throws: AmountError.negative) { try Wei(4).subtracting(5) }
    #expect(try Wei(5).subtracting(5) == .zero)
    #expect(try Wei(gwei: "30").cost(of: 21_000) == Wei(ether: "0.00063"))
    #expect(throws: AmountError.overflow) { try Wei.max.multiplied(by: 2) }
    #expect(try Wei.max.multiplied(by: 1) == .max)
    #expect(Wei(10).divided(by: 3) == 3)
  }

  @Test func randomAmountsAgreeWithArithmeticWithoutALimit() throws {
    var random = SeededGenerator(seed: 0xe7)
    for round in 0..<Effort.count(5_000) {
      let (left, right) = (Self.number(&random), Self.number(&random))
      let factor =
        UInt64.random(in: 1...(.max), using: &random) >> UInt64.random(in: 0..<64, using: &random)
      let limit = BigUInt(1) << 256
      #expect(
        left.bigUInt + right.bigUInt < limit
          ? left.adding(right)?.bigUInt == left.bigUInt + right.bigUInt : left.adding(right) == nil,
        "seed 0xe7, round \(round)")
      #expect(
        left >= right
          ? left.subtracting(right)?.bigUInt == left.bigUInt - right.bigUInt
          : left.subtracting(right) == nil, "seed 0xe7, round \(round)")
      let product = left.bigUInt * BigUInt(factor)
      #expect(
        product < limit
          ? left.multiplied(by: factor)?.bigUInt == product : left.multiplied(by: factor) == nil,
        "seed 0xe7, round \(round)")
      if factor != 0 {
        let expected = left.bigUInt.quotientAndRemainder(dividingBy: BigUInt(factor))
        let found = left.quotientAndRemainder(dividingBy: factor)
        #expect(found.quotient.bigUInt == expected.quotient, "seed 0xe7, round \(round)")
        #expect(BigUInt(found.remainder) == expected.remainder, "seed 0xe7, round \(round)")
      }
      #expect((left < right) == (left.bigUInt < right.bigUInt), "seed 0xe7, round \(round)")
      let amount = Wei(left)
      #expect(amount.decimalText == String(left.bigUInt), "seed 0xe7, round \(round)")
      #expect(try Wei(ether: amount.etherText) == amount, "seed 0xe7, round \(round)")
      #expect(try Wei(gwei: amount.gweiText) == amount, "seed 0xe7, round \(round)")
      #expect(UInt256(left.bigUInt) == left, "seed 0xe7, round \(round)")
      #expect(UInt256(left.bytes32) == left, "seed 0xe7, round \(round)")
      #expect(left.byteCount == (left.bigUInt.bitWidth + 7) / 8, "seed 0xe7, round \(round)")
    }
  }

  @Test func everyRefusalSaysWhatWasExpected() {
    #expect(
      AmountError.notANumber.description
        == "expected digits with at most one period between them, such as 0.25")
    #expect(
      AmountError.tooManyFractionDigits(found: 19, max: 18).description
        == "expected at most 18 digits after the period, found 19")
    #expect(AmountError.overflow.description == "expected an amount below 2^256 wei")
    #expect(AmountError.negative.description == "expected an amount of at least zero")
  }

  /// Returns a number of up to 256 bits, with each size equally likely.
  private static func number(_ random: inout SeededGenerator) -> UInt256 {
    let count = Int.random(in: 0...32, using: &random)
    let bytes = [UInt8](repeating: 0, count: 32 - count) + random.bytes(count)
    return Hash32(bytes: bytes).map { UInt256($0) } ?? .zero
  }
}
