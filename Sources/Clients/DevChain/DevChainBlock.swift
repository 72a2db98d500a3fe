package import BigInt
package import EthereumPrimitives

/// A mined block: its header, transactions and receipts.
package struct DevChainBlock: Equatable, Sendable {
  package let header: BlockHeader
  package let hash: Hash32
  package let transactions: [DevChainTransaction]
  package let receipts: [DevChainReceipt]
  /// The length of the encoded block, in bytes.
  package let size: Int
}

/// The result of a mined transaction; a transfer of ether always succeeds, a token call may not.
package struct DevChainReceipt: Equatable, Sendable {
  package let gasUsed: UInt64
  /// The gas of this transaction and of those before it in its block.
  package let cumulativeGasUsed: UInt64
  /// The price paid per gas, in wei.
  package let effectiveGasPrice: BigUInt
  package let isSuccess: Bool
  package let logs: [DevChainLog]
}
