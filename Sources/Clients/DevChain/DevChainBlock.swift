package import BigInt
package import EthereumPrimitives

/// A mined block: header, transactions and what each of them did.
package struct DevChainBlock: Equatable, Sendable {
  package let header: BlockHeader
  package let hash: Hash32
  package let transactions: [DevChainTransaction]
  package let receipts: [DevChainReceipt]
  /// The length of the encoded block, in bytes.
  package let size: Int
}

/// What a mined transaction did. A transfer of ether always succeeds; a call of the token may not.
package struct DevChainReceipt: Equatable, Sendable {
  package let gasUsed: UInt64
  /// Gas of this transaction and of those before it in its block.
  package let cumulativeGasUsed: UInt64
  /// What was paid per gas, in wei.
  package let effectiveGasPrice: BigUInt
  package let isSuccess: Bool
  package let logs: [DevChainLog]
}
