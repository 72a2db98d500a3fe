package import BigInt
package import EthereumPrimitives
package import EthereumTransactions

/// A signed transaction with its sender, in the form that the chain works with.
package struct DevChainTransaction: Equatable, Sendable {
  /// The Keccak-256 of `raw`.
  package var hash: Hash32
  /// The submitted bytes.
  package var raw: [UInt8]
  package var sender: Address
  /// The type: 0 legacy, 1 EIP-2930, 2 EIP-1559.
  package var type: UInt8
  package var chainID: ChainID
  package var nonce: UInt64
  package var gasLimit: UInt64
  /// The gas price, for types 0 and 1.
  package var maxFeePerGas: BigUInt
  /// The gas price, for types 0 and 1.
  package var maxPriorityFeePerGas: BigUInt
  package var to: Address
  package var value: BigUInt
  package var data: [UInt8]
  package var accessList: [AccessListEntry]
  /// The gas of a call of an account without code.
  package var intrinsicGas: UInt64
  /// The minimum gas for its data (EIP-7623).
  package var floorGas: UInt64
  /// The `v` of a legacy transaction, the parity of others.
  package var v: UInt64
  package var r: Hash32
  package var s: Hash32

  /// The maximum amount that it takes from its sender, in wei.
  package var cost: BigUInt { BigUInt(gasLimit) * maxFeePerGas + value }

  /// The gas that it uses if its recipient has no code, so that nothing is executed.
  package var gasUsed: UInt64 { max(intrinsicGas, floorGas) }

  /// Returns its tip per gas at a base fee; nil if its fee cap is below the base fee.
  package func effectiveTipPerGas(baseFeePerGas: BigUInt) -> BigUInt? {
    guard maxFeePerGas >= baseFeePerGas else { return nil }
    return min(maxPriorityFeePerGas, maxFeePerGas - baseFeePerGas)
  }

  /// Returns true if it may replace another one with its sender and nonce: both fees must be higher
  /// by at least a tenth.
  package func outbids(_ other: DevChainTransaction) -> Bool {
    func isBump(_ old: BigUInt, _ new: BigUInt) -> Bool {
      new > old && new >= old * BigUInt(100 + GasRules.priceBumpPercent) / 100
    }
    return isBump(other.maxFeePerGas, maxFeePerGas)
      && isBump(other.maxPriorityFeePerGas, maxPriorityFeePerGas)
  }
}
