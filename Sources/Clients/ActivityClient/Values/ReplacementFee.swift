package import EthereumPrimitives

/// The minimum fees of a transaction that replaces another one with its nonce.
package enum ReplacementFee {
  /// The increase, in percent, that nodes require of both fees.
  package static let raisePercent: UInt64 = 10

  /// Returns the lowest fee above another one that nodes accept: a tenth more, rounded up, and at
  /// least one wei; nil past the maximum amount.
  package static func minimum(above fee: Wei) -> Wei? {
    do throws(AmountError) {
      let tenth = try fee.adding(9).divided(by: 100 / raisePercent)
      return try fee.adding(max(tenth, 1))
    } catch {
      return nil
    }
  }
}
