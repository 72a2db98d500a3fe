package import BigInt
package import EthereumPrimitives
import EthereumTransactions

/// The gas and fees of this chain: the rules of the fork Prague, for calls of accounts without
/// code.
package enum GasRules {
  /// The ratio of a block's gas to its target (EIP-1559, elasticity multiplier).
  package static let elasticityMultiplier: UInt64 = 2
  /// The base fee changes by at most an eighth from block to block (EIP-1559).
  package static let baseFeeChangeDenominator: UInt64 = 8
  /// The percentage by which a replacement must raise both fees (geth's `txpool.pricebump`).
  package static let priceBumpPercent: UInt64 = 10

  /// The gas of the token's own steps, without slots and logs: about as much as Solidity's code
  /// uses.
  package static let tokenCallGas: UInt64 = 700
  /// The gas of the first access to a slot (EIP-2929).
  package static let coldSlotGas: UInt64 = 2_100
  /// The gas of writing to a slot that was zero (EIP-2200).
  package static let slotSetGas: UInt64 = 20_000
  /// The gas of writing to any other slot; clearing it gives no refund.
  package static let slotChangeGas: UInt64 = 2_900
  /// The gas of a log with three topics and one word.
  package static let transferLogGas: UInt64 = 375 + 3 * 375 + 8 * 32

  /// Returns the gas that a call with this data uses.
  ///
  /// - Parameter executionGas: The gas of the recipient's own steps; 0 if it has no code.
  package static func callGas(
    to: Address?, data: [UInt8], executionGas: UInt64 = 0
  ) -> UInt64 {
    let call = UnsignedTransaction.dynamicFee(
      DynamicFeeTransaction(
        chainID: 1, nonce: 0, maxPriorityFeePerGas: 0, maxFeePerGas: 0, gasLimit: 0, to: to,
        value: 0, data: data))
    let intrinsicGas = TransactionRules(chainID: 1).intrinsicGas(of: call).rawValue
    return max(intrinsicGas + executionGas, TransactionRules.floorGas(of: data).rawValue)
  }

  /// Returns the base fee per gas of the block after a given one.
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
