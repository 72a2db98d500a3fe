package import BigInt

/// What gas costs on this chain: the rules of the fork Prague for calls of accounts without code.
package enum GasRules {
  /// The base cost of every transaction.
  package static let transaction: UInt64 = 21_000
  /// A zero byte of data (EIP-2028).
  package static let zeroByte: UInt64 = 4
  /// Any other byte of data (EIP-2028).
  package static let nonzeroByte: UInt64 = 16
  /// An address of an access list (EIP-2930).
  package static let accessListAddress: UInt64 = 2_400
  /// A storage key of an access list (EIP-2930).
  package static let accessListStorageKey: UInt64 = 1_900
  /// A token of data in the floor price, four of which make a nonzero byte (EIP-7623).
  package static let floorPerToken: UInt64 = 10
  /// Half of a block's gas is the target (EIP-1559, elasticity multiplier).
  package static let elasticityMultiplier: UInt64 = 2
  /// The base fee moves by at most an eighth from block to block (EIP-1559).
  package static let baseFeeChangeDenominator: UInt64 = 8
  /// By how many percent a replacement must raise both fees (geth's `txpool.pricebump`).
  package static let priceBumpPercent: UInt64 = 10

  /// Returns what a transaction costs before anything is executed.
  package static func intrinsicGas(
    data: [UInt8], accessListAddressCount: Int, accessListStorageKeyCount: Int
  ) -> UInt64 {
    let zeroCount = UInt64(data.count { $0 == 0 })
    return transaction + zeroCount * zeroByte + (UInt64(data.count) - zeroCount) * nonzeroByte
      + UInt64(accessListAddressCount) * accessListAddress
      + UInt64(accessListStorageKeyCount) * accessListStorageKey
  }

  /// Returns what a transaction pays at least for its data.
  ///
  /// - SeeAlso: EIP-7623.
  package static func floorGas(data: [UInt8]) -> UInt64 {
    let zeroCount = UInt64(data.count { $0 == 0 })
    let tokenCount = zeroCount + (UInt64(data.count) - zeroCount) * 4
    return transaction + tokenCount * floorPerToken
  }

  /// Returns the base fee per gas of the block after one.
  ///
  /// - SeeAlso: EIP-1559, Specification.
  package static func baseFeePerGas(
    after parentBaseFee: BigUInt, gasUsed: UInt64, gasLimit: UInt64
  ) -> BigUInt {
    let target = gasLimit / elasticityMultiplier
    if gasUsed == target || target == 0 { return parentBaseFee }
    let distance = BigUInt(gasUsed > target ? gasUsed - target : target - gasUsed)
    let change = parentBaseFee * distance / BigUInt(target) / BigUInt(baseFeeChangeDenominator)
    return gasUsed > target ? parentBaseFee + max(change, 1) : parentBaseFee - change
  }
}
