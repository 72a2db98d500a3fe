package import EthereumCrypto
package import EthereumPrimitives

/// A transaction with its sender's signature, as it is broadcast.
///
/// - SeeAlso: EIP-2718.
package struct TransactionEnvelope: Hashable, Sendable {
  /// The transaction without its signature.
  package let transaction: UnsignedTransaction
  /// The sender's signature of `transaction.signingHash`.
  package let signature: Signature

  /// Creates a signed transaction without checking the signature; `recoverSender()` returns the
  /// signer.
  package init(transaction: UnsignedTransaction, signature: Signature) {
    self.transaction = transaction
    self.signature = signature
  }

  /// The bytes that are broadcast.
  package var encoded: [UInt8] {
    let payload = payloadCount
    let count = encodedCount(payload: payload)
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      write(to: buffer, payload: payload)
      initializedCount = count
    }
  }

  /// The hash by which the chain identifies the transaction.
  package var hash: Hash32 {
    let payload = payloadCount
    let count = encodedCount(payload: payload)
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { buffer in
      write(to: buffer, payload: payload)
      return Keccak256.hash(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[..<count])))
    }
  }

  /// Returns the account that signed.
  ///
  /// - Throws: `Secp256k1Error.highS`, `.signatureOutOfRange` or `.notRecoverable`.
  package func recoverSender() throws(Secp256k1Error) -> Address {
    guard signature.isLowS else { throw .highS }
    return try Secp256k1.recover(transaction.signingHash, signature: signature).address
  }

  /// The number before r and s: 27 or 28, a larger one with EIP-155, or 0 or 1 in types 1 and 2.
  package var v: UInt64 {
    switch transaction {
    case .legacy(let transaction):
      guard let chainID = transaction.chainID else { return 27 + UInt64(signature.yParity) }
      return 35 + 2 * chainID.rawValue + UInt64(signature.yParity)
    case .accessList, .dynamicFee:
      return UInt64(signature.yParity)
    }
  }

  private var payloadCount: Int {
    transaction.fieldsCount + RLP.count(of: v) + RLP.count(of: UInt256(signature.r))
      + RLP.count(of: UInt256(signature.s))
  }

  private func encodedCount(payload: Int) -> Int {
    (transaction.type == 0 ? 0 : 1) + RLP.listCount(payload: payload)
  }

  private func write(to buffer: UnsafeMutableBufferPointer<UInt8>, payload: Int) {
    var writer = RLPWriter(buffer)
    if transaction.type != 0 { writer.writeByte(transaction.type) }
    writer.writeListHeader(payload: payload)
    transaction.writeFields(to: &writer)
    writer.write(v)
    writer.write(UInt256(signature.r))
    writer.write(UInt256(signature.s))
  }
}
