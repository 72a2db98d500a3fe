package import EthereumPrimitives

/// The outcome of a transaction that is in a block.
package struct TransactionReceipt: Equatable, Sendable {
  /// The outcome: the transaction succeeded, or was reverted and only paid its fee.
  package enum Outcome: Equatable, Sendable {
    case succeeded
    case failed
  }

  package var transactionHash: Hash32
  /// The position in its block, from 0.
  package var transactionIndex: UInt64
  package var blockHash: Hash32
  package var blockNumber: UInt64
  package var from: Address
  /// The recipient; nil if the transaction created a contract.
  package var to: Address?
  /// The contract that was created, if any.
  package var contractAddress: Address?
  /// The gas of this transaction alone.
  package var gasUsed: GasUnits
  /// The price paid per gas: base fee and tip.
  package var effectiveGasPrice: Wei
  package var outcome: Outcome

  package init(
    transactionHash: Hash32, transactionIndex: UInt64, blockHash: Hash32, blockNumber: UInt64,
    from: Address, to: Address?, contractAddress: Address? = nil, gasUsed: GasUnits,
    effectiveGasPrice: Wei, outcome: Outcome
  ) {
    self.transactionHash = transactionHash
    self.transactionIndex = transactionIndex
    self.blockHash = blockHash
    self.blockNumber = blockNumber
    self.from = from
    self.to = to
    self.contractAddress = contractAddress
    self.gasUsed = gasUsed
    self.effectiveGasPrice = effectiveGasPrice
    self.outcome = outcome
  }
}
