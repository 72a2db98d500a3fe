package import EthereumPrimitives

/// A transaction of type 2, which pays the block's base fee and a tip, up to a cap.
///
/// - SeeAlso: EIP-1559.
package struct DynamicFeeTransaction: Hashable, Sendable {
  /// The type byte.
  package static let type: UInt8 = 2

  /// The chain to which the transaction is bound.
  package var chainID: ChainID
  /// The number of transactions that the sender has sent before.
  package var nonce: UInt64
  /// The tip for each unit of gas.
  package var maxPriorityFeePerGas: Wei
  /// The maximum price of each unit of gas, including the tip.
  package var maxFeePerGas: Wei
  /// The maximum amount of gas that the transaction may use.
  package var gasLimit: GasUnits
  /// The recipient; nil if a contract is created.
  package var to: Address?
  /// The amount that the recipient receives.
  package var value: Wei
  /// The input of a call, or the code that creates a contract.
  package var data: [UInt8]
  /// The accounts and slots that the transaction declares it will access.
  package var accessList: [AccessListEntry]

  /// Creates an unsigned transaction.
  package init(
    chainID: ChainID, nonce: UInt64, maxPriorityFeePerGas: Wei, maxFeePerGas: Wei,
    gasLimit: GasUnits, to: Address?, value: Wei, data: [UInt8] = [],
    accessList: [AccessListEntry] = []
  ) {
    self.chainID = chainID
    self.nonce = nonce
    self.maxPriorityFeePerGas = maxPriorityFeePerGas
    self.maxFeePerGas = maxFeePerGas
    self.gasLimit = gasLimit
    self.to = to
    self.value = value
    self.data = data
    self.accessList = accessList
  }

  var fieldsCount: Int {
    let prices =
      RLP.count(of: maxPriorityFeePerGas.quantity) + RLP.count(of: maxFeePerGas.quantity)
    return RLP.count(of: chainID.rawValue) + RLP.count(of: nonce) + prices
      + RLP.count(of: gasLimit.rawValue) + (to == nil ? 1 : RLP.addressCount)
      + RLP.count(of: value.quantity) + RLP.count(of: data)
      + RLP.listCount(payload: accessList.payloadCount)
  }

  func writeFields(to writer: inout RLPWriter) {
    writer.write(chainID.rawValue)
    writer.write(nonce)
    writer.write(maxPriorityFeePerGas.quantity)
    writer.write(maxFeePerGas.quantity)
    writer.write(gasLimit.rawValue)
    writer.write(recipient: to)
    writer.write(value.quantity)
    writer.write(data)
    accessList.write(to: &writer)
  }

  /// Reads the fields before the signature.
  init(fieldsFrom reader: inout RLPReader) throws(RLPError) {
    chainID = ChainID(try reader.readUInt64())
    nonce = try reader.readUInt64()
    maxPriorityFeePerGas = Wei(try reader.readUInt256())
    maxFeePerGas = Wei(try reader.readUInt256())
    gasLimit = GasUnits(try reader.readUInt64())
    to = try reader.readOptionalAddress()
    value = Wei(try reader.readUInt256())
    data = try reader.readBytes()
    accessList = try [AccessListEntry](from: &reader)
  }
}
