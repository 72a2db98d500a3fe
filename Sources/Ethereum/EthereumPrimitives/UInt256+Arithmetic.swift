extension UInt256 {
  /// Returns the sum; nil past 2²⁵⁶ − 1.
  package func adding(_ other: UInt256) -> UInt256? {
    let (sum0, carry0) = word0.addingReportingOverflow(other.word0)
    let (sum1, carry1) = Self.add(word1, other.word1, carry: carry0)
    let (sum2, carry2) = Self.add(word2, other.word2, carry: carry1)
    let (sum3, carry3) = Self.add(word3, other.word3, carry: carry2)
    return carry3 ? nil : UInt256(sum3, sum2, sum1, sum0)
  }

  /// Returns the difference; nil below 0.
  package func subtracting(_ other: UInt256) -> UInt256? {
    let (rest0, borrow0) = word0.subtractingReportingOverflow(other.word0)
    let (rest1, borrow1) = Self.subtract(word1, other.word1, borrow: borrow0)
    let (rest2, borrow2) = Self.subtract(word2, other.word2, borrow: borrow1)
    let (rest3, borrow3) = Self.subtract(word3, other.word3, borrow: borrow2)
    return borrow3 ? nil : UInt256(rest3, rest2, rest1, rest0)
  }

  /// Returns the product with a word; nil past 2²⁵⁶ − 1.
  package func multiplied(by factor: UInt64) -> UInt256? {
    let (high0, low0) = word0.multipliedFullWidth(by: factor)
    let (low1, high1) = Self.multiply(word1, factor, plus: high0)
    let (low2, high2) = Self.multiply(word2, factor, plus: high1)
    let (low3, high3) = Self.multiply(word3, factor, plus: high2)
    return high3 == 0 ? UInt256(low3, low2, low1, low0) : nil
  }

  /// Returns the quotient and the remainder of a division by a word.
  ///
  /// - Precondition: `divisor` is not 0.
  package func quotientAndRemainder(
    dividingBy divisor: UInt64
  ) -> (quotient: UInt256, remainder: UInt64) {
    let (quotient3, rest3) = word3.quotientAndRemainder(dividingBy: divisor)
    let (quotient2, rest2) = divisor.dividingFullWidth((rest3, word2))
    let (quotient1, rest1) = divisor.dividingFullWidth((rest2, word1))
    let (quotient0, rest0) = divisor.dividingFullWidth((rest1, word0))
    return (UInt256(quotient3, quotient2, quotient1, quotient0), rest0)
  }

  private static func add(
    _ left: UInt64, _ right: UInt64, carry: Bool
  ) -> (sum: UInt64, carry: Bool) {
    let (partial, first) = left.addingReportingOverflow(right)
    let (sum, second) = partial.addingReportingOverflow(carry ? 1 : 0)
    return (sum, first || second)
  }

  private static func subtract(
    _ left: UInt64, _ right: UInt64, borrow: Bool
  ) -> (rest: UInt64, borrow: Bool) {
    let (partial, first) = left.subtractingReportingOverflow(right)
    let (rest, second) = partial.subtractingReportingOverflow(borrow ? 1 : 0)
    return (rest, first || second)
  }

  private static func multiply(
    _ left: UInt64, _ right: UInt64, plus carry: UInt64
  ) -> (low: UInt64, high: UInt64) {
    let (high, low) = left.multipliedFullWidth(by: right)
    let (sum, overflow) = low.addingReportingOverflow(carry)
    // high is at most 2⁶⁴ − 2, so this can't overflow.
    return (sum, high &+ (overflow ? 1 : 0))
  }
}
