package import EthereumPrimitives

/// A transaction of the original kind, without a type byte.
///
/// - SeeAlso: Ethereum Yellow Paper, section 4.2; EIP-155.
package struct LegacyTransaction: Hashable, Sendable {
  /// The chain to which it is bound; nil if it may be replayed on every chain, as before EIP-155.
  package var chainID: ChainID?
  /// The number of transactions that the sender has sent before.
  package var nonce: UInt64
  /// The price of each unit of gas.
  package var gasPrice: Wei
  /// The maximum amount of gas that the transaction may use.
  package var gasLimit: GasUnits
  /// The recipient; nil if a contract is created.
  package var to: Address?
  /// The amount that the recipient receives.
  package var value: Wei
  /// The input of a call, or the code that creates a contract.
  package var data: [UInt8]

  /// Creates an unsigned transaction.
  package init(
    chainID: ChainID?, nonce: UInt64, gasPrice: Wei, gasLimit: GasUnits, to: Address?, value: Wei,
    data: [UInt8] = []
  ) {
    self.chainID = chainID
    self.nonce = nonce
    self.gasPrice = gasPrice
    self.gasLimit = gasLimit
    self.to = to
    self.value = value
    self.data = data
  }

  var fieldsCount: Int {
    RLP.count(of: nonce) + RLP.count(of: gasPrice.quantity) + RLP.count(of: gasLimit.rawValue)
      + (to == nil ? 1 : RLP.addressCount) + RLP.count(of: value.quantity) + RLP.count(of: data)
  }

  func writeFields(to writer: inout RLPWriter) {
    writer.write(nonce)
    writer.write(gasPrice.quantity)
    writer.write(gasLimit.rawValue)
    writer.write(recipient: to)
    writer.write(value.quantity)
    writer.write(data)
  }

  /// Reads the fields before `v`.
  init(fieldsFrom reader: inout RLPReader) throws(RLPError) {
    chainID = nil
    nonce = try reader.readUInt64()
    gasPrice = Wei(try reader.readUInt256())
    gasLimit = GasUnits(try reader.readUInt64())
    to = try reader.readOptionalAddress()
    value = Wei(try reader.readUInt256())
    data = try reader.readBytes()
  }
}

extension RLPWriter {
  /// Writes 20 bytes, or none.
  mutating func write(recipient: Address?) {
    if let recipient { write(recipient) } else { writeByte(0x80) }
  }
}
