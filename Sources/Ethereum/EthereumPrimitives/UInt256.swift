#if Wallet
  package import BigInt
#else
  #error("The wallet needs its package trait: run 'make build', or name 'Wallet' in --traits")
#endif

/// A number from 0 to 2²⁵⁶ − 1 in four words, without a heap allocation.
///
/// It has the operations that amounts and signatures need. Each operation that can leave the range
/// returns nil in that case. For other arithmetic use `BigUInt`.
package struct UInt256: Hashable, Sendable {
  /// 0.
  package static let zero = UInt256(0, 0, 0, 0)
  /// 2²⁵⁶ − 1.
  package static let max = UInt256(.max, .max, .max, .max)

  /// The least significant word; `word3` is the most significant one.
  @usableFromInline package let word0: UInt64
  @usableFromInline package let word1: UInt64
  @usableFromInline package let word2: UInt64
  @usableFromInline package let word3: UInt64

  /// Creates a number from four words, the most significant one first.
  @inlinable
  package init(_ word3: UInt64, _ word2: UInt64, _ word1: UInt64, _ word0: UInt64) {
    self.word0 = word0
    self.word1 = word1
    self.word2 = word2
    self.word3 = word3
  }

  /// Creates a number below 2⁶⁴.
  @inlinable
  package init(_ value: UInt64) {
    self.init(0, 0, 0, value)
  }

  /// Creates a number from 32 bytes, the most significant byte first.
  @inlinable
  package init(_ bytes: Hash32) {
    self.init(
      bytes.word0.bigEndian, bytes.word1.bigEndian, bytes.word2.bigEndian, bytes.word3.bigEndian)
  }

  /// Converts a big number; nil if it is 2²⁵⁶ or more.
  package init?(_ value: BigUInt) {
    let words = value.words
    guard words.count <= 4 else { return nil }
    func word(_ index: Int) -> UInt64 { index < words.count ? UInt64(words[index]) : 0 }
    self.init(word(3), word(2), word(1), word(0))
  }

  /// The number as a `BigUInt`, which has no limit.
  package var bigUInt: BigUInt {
    BigUInt(words: [UInt(word0), UInt(word1), UInt(word2), UInt(word3)])
  }

  /// The 32 bytes of the number, the most significant byte first.
  @inlinable
  package var bytes32: Hash32 { Hash32(word3, word2, word1, word0) }

  /// The number as 64 bits; nil if it has more.
  @inlinable
  package var uint64: UInt64? { word1 | word2 | word3 == 0 ? word0 : nil }

  /// True if the number is 0.
  @inlinable
  package var isZero: Bool { word0 | word1 | word2 | word3 == 0 }

  /// The number of bytes without leading zeros, from 0 to 32.
  @inlinable
  package var byteCount: Int {
    if word3 != 0 { return 32 - word3.leadingZeroBitCount / 8 }
    if word2 != 0 { return 24 - word2.leadingZeroBitCount / 8 }
    if word1 != 0 { return 16 - word1.leadingZeroBitCount / 8 }
    return 8 - word0.leadingZeroBitCount / 8
  }
}

extension UInt256: Comparable {
  package static func < (left: UInt256, right: UInt256) -> Bool {
    if left.word3 != right.word3 { return left.word3 < right.word3 }
    if left.word2 != right.word2 { return left.word2 < right.word2 }
    if left.word1 != right.word1 { return left.word1 < right.word1 }
    return left.word0 < right.word0
  }
}
