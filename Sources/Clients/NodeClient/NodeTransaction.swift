package import EthereumPrimitives

/// A transaction as a node reports it: its content and its place.
package struct NodeTransaction: Equatable, Sendable {
  /// The place of a transaction.
  package enum Place: Equatable, Sendable {
    /// It waits in the node's pool.
    case waiting
    /// It is in a block, at a position from 0.
    case inBlock(number: UInt64, hash: Hash32, index: UInt64)
  }

  package var hash: Hash32
  /// The type of its envelope: 0 legacy, 1 EIP-2930, 2 EIP-1559.
  package var type: UInt8
  package var from: Address
  /// The recipient; nil if it creates a contract.
  package var to: Address?
  package var nonce: UInt64
  package var value: Wei
  package var gasLimit: GasUnits
  /// The maximum price per gas: `maxFeePerGas`, or the gas price of types 0 and 1.
  package var maxFeePerGas: Wei
  /// The maximum tip per gas: `maxPriorityFeePerGas`, or the gas price of types 0 and 1.
  package var maxPriorityFeePerGas: Wei
  package var data: [UInt8]
  package var place: Place
  /// The chain that it was signed for, if hash, sender and signature match its fields.
  ///
  /// Nil if they don't, or if that can't be checked: for types above 2, and before EIP-155.
  package var signedChainID: ChainID?

  package init(
    hash: Hash32, type: UInt8, from: Address, to: Address?, nonce: UInt64, value: Wei,
    gasLimit: GasUnits, maxFeePerGas: Wei, maxPriorityFeePerGas: Wei, data: [UInt8], place: Place,
    signedChainID: ChainID? = nil
  ) {
    self.hash = hash
    self.type = type
    self.from = from
    self.to = to
    self.nonce = nonce
    self.value = value
    self.gasLimit = gasLimit
    self.maxFeePerGas = maxFeePerGas
    self.maxPriorityFeePerGas = maxPriorityFeePerGas
    self.data = data
    self.place = place
    self.signedChainID = signedChainID
  }
}
