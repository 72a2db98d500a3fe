package import BigInt
package import EthereumPrimitives
import EthereumTransactions

/// What gas and fees are on this chain: the rules of the fork Prague, for calls of accounts without
/// code.
package enum GasRules {
  /// Half of a block's gas is the target (EIP-1559, elasticity multiplier).
  package static let elasticityMultiplier: UInt64 = 2
  /// The base fee moves by at most an eighth from block to block (EIP-1559).
  package static let baseFeeChangeDenominator: UInt64 = 8
  /// By how many percent a replacement must raise both fees (geth's `txpool.pricebump`).
  package static let priceBumpPercent: UInt64 = 10

  /// Returns what a call with that data uses where the recipient has no code.
  package static func callGas(to: Address?, data: [UInt8]) -> UInt64 {
    let call = UnsignedTransaction.dynamicFee(
      DynamicFeeTransaction(
        chainID: 1, nonce: 0, maxPriorityFeePerGas: 0, maxFeePerGas: 0, gasLimit: 0, to: to,
        value: 0, data: data))
    return TransactionRules(chainID: 1).minimumGas(of: call).rawValue
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
