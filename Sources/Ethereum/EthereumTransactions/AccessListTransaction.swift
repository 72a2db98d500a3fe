package import EthereumPrimitives

/// A transaction of type 1, with a gas price and an access list.
///
/// - SeeAlso: EIP-2930.
package struct AccessListTransaction: Hashable, Sendable {
  /// The type byte.
  package static let type: UInt8 = 1

  /// The chain to which the transaction is bound.
  package var chainID: ChainID
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
  /// The accounts and slots that the transaction declares it will access.
  package var accessList: [AccessListEntry]

  /// Creates an unsigned transaction.
  package init(
    chainID: ChainID, nonce: UInt64, gasPrice: Wei, gasLimit: GasUnits, to: Address?, value: Wei,
    data: [UInt8] = [], accessList: [AccessListEntry] = []
  ) {
    self.chainID = chainID
    self.nonce = nonce
    self.gasPrice = gasPrice
    self.gasLimit = gasLimit
    self.to = to
    self.value = value
    self.data = data
    self.accessList = accessList
  }

  var fieldsCount: Int {
    RLP.count(of: chainID.rawValue) + RLP.count(of: nonce) + RLP.count(of: gasPrice.quantity)
      + RLP.count(of: gasLimit.rawValue) + (to == nil ? 1 : RLP.addressCount)
      + RLP.count(of: value.quantity) + RLP.count(of: data)
      + RLP.listCount(payload: accessList.payloadCount)
  }

  func writeFields(to writer: inout RLPWriter) {
    writer.write(chainID.rawValue)
    writer.write(nonce)
    writer.write(gasPrice.quantity)
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
    gasPrice = Wei(try reader.readUInt256())
    gasLimit = GasUnits(try reader.readUInt64())
    to = try reader.readOptionalAddress()
    value = Wei(try reader.readUInt256())
    data = try reader.readBytes()
    accessList = try [AccessListEntry](from: &reader)
  }
}
