package import EthereumCrypto
package import EthereumPrimitives

/// A transaction before it is signed.
package enum UnsignedTransaction: Hashable, Sendable {
  /// The original kind, with or without EIP-155.
  case legacy(LegacyTransaction)
  /// EIP-2930.
  case accessList(AccessListTransaction)
  /// EIP-1559.
  case dynamicFee(DynamicFeeTransaction)

  /// The type of EIP-2718: 0 for the original kind, 1 or 2.
  package var type: UInt8 {
    switch self {
    case .legacy: 0
    case .accessList: AccessListTransaction.type
    case .dynamicFee: DynamicFeeTransaction.type
    }
  }

  /// The hash that the sender signs.
  ///
  /// - SeeAlso: EIP-155, EIP-2930 and EIP-1559.
  package var signingHash: Hash32 {
    let chainID = legacyChainID
    var payload = fieldsCount
    if let chainID { payload += RLP.count(of: chainID.rawValue) + 2 }
    let count = (type == 0 ? 0 : 1) + RLP.listCount(payload: payload)
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { buffer in
      var writer = RLPWriter(buffer)
      if type != 0 { writer.writeByte(type) }
      writer.writeListHeader(payload: payload)
      writeFields(to: &writer)
      if let chainID {
        writer.write(chainID.rawValue)
        writer.writeByte(0x80)
        writer.writeByte(0x80)
      }
      return Keccak256.hash(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[..<count])))
    }
  }

  /// Returns the transaction with its sender's signature.
  package func signed(by key: borrowing PrivateKey) -> TransactionEnvelope {
    TransactionEnvelope(transaction: self, signature: key.sign(signingHash))
  }

  var fieldsCount: Int {
    switch self {
    case .legacy(let transaction): transaction.fieldsCount
    case .accessList(let transaction): transaction.fieldsCount
    case .dynamicFee(let transaction): transaction.fieldsCount
    }
  }

  func writeFields(to writer: inout RLPWriter) {
    switch self {
    case .legacy(let transaction): transaction.writeFields(to: &writer)
    case .accessList(let transaction): transaction.writeFields(to: &writer)
    case .dynamicFee(let transaction): transaction.writeFields(to: &writer)
    }
  }

  /// The chain that EIP-155 mixes into a legacy transaction's hash.
  private var legacyChainID: ChainID? {
    switch self {
    case .legacy(let transaction): transaction.chainID
    case .accessList, .dynamicFee: nil
    }
  }
}
