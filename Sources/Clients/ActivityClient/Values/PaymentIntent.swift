package import EthereumPrimitives

/// A payment that is signed and about to be recorded.
package struct PaymentIntent: Hashable, Sendable {
  /// Which chain it is for.
  package var chainID: ChainID

  /// Who pays.
  package var from: Address

  /// Who is paid.
  package var to: Address

  /// How much the recipient gets.
  package var value: Wei

  /// How much gas it may use.
  package var gasLimit: GasUnits

  /// The most it may cost per unit of gas.
  package var maxFeePerGas: Wei

  /// The most of that that goes to the block's proposer.
  package var maxPriorityFeePerGas: Wei

  /// Its place among the account's transactions, from 0.
  package var nonce: UInt64

  /// The hash of the signed transaction.
  package var hash: Hash32

  /// The signed transaction; kept so that it, and no other, is broadcast again.
  package var rawTransaction: [UInt8]

  /// Describes a signed payment.
  package init(
    chainID: ChainID,
    from: Address,
    to: Address,
    value: Wei,
    gasLimit: GasUnits,
    maxFeePerGas: Wei,
    maxPriorityFeePerGas: Wei,
    nonce: UInt64,
    hash: Hash32,
    rawTransaction: [UInt8]
  ) {
    self.chainID = chainID
    self.from = from
    self.to = to
    self.value = value
    self.gasLimit = gasLimit
    self.maxFeePerGas = maxFeePerGas
    self.maxPriorityFeePerGas = maxPriorityFeePerGas
    self.nonce = nonce
    self.hash = hash
    self.rawTransaction = rawTransaction
  }
}
