import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions

extension DevChainTransaction {
  /// Decodes a signed transaction and recovers its sender.
  ///
  /// - Parameters:
  ///   - raw: The bytes of `eth_sendRawTransaction`.
  ///   - chainID: The chain that it must be signed for.
  init(raw: [UInt8], chainID: ChainID) throws(DevChainSubmissionError) {
    let envelope: TransactionEnvelope
    do {
      envelope = try TransactionEnvelope(decoding: raw)
    } catch {
      throw DevChainSubmissionError(error)
    }
    let transaction = envelope.transaction
    guard let declaredChainID = transaction.chainID else { throw .refused(.unprotected) }
    guard declaredChainID == chainID else {
      throw .refused(.wrongChain(have: declaredChainID, want: chainID))
    }
    let sender: Address
    do {
      sender = try envelope.recoverSender()
    } catch {
      throw .refused(.invalidSignature)
    }
    guard let to = transaction.to else { throw .refused(.contractCreation) }
    self.init(
      hash: Keccak256.hash(raw), raw: raw, sender: sender, type: transaction.type,
      chainID: chainID, nonce: transaction.nonce, gasLimit: transaction.gasLimit.rawValue,
      maxFeePerGas: transaction.maxFeePerGas.bigUInt,
      maxPriorityFeePerGas: transaction.maxPriorityFeePerGas.bigUInt, to: to,
      value: transaction.value.bigUInt, data: transaction.data,
      accessList: transaction.accessList,
      intrinsicGas: TransactionRules(chainID: chainID).intrinsicGas(of: transaction).rawValue,
      floorGas: TransactionRules.floorGas(of: transaction.data).rawValue, v: envelope.v,
      r: envelope.signature.r, s: envelope.signature.s)
  }
}

extension DevChainSubmissionError {
  fileprivate init(_ error: TransactionDecodingError) {
    self =
      switch error {
      case .empty: .undecodable("typed transaction too short")
      // Blob and set-code transactions exist, but this chain's pool refuses them.
      case .unsupportedType(let type) where type == 3 || type == 4: .refused(.unsupportedType(type))
      case .unsupportedType: .undecodable("transaction type not supported")
      case .wrongV, .wrongParity, .signatureOutOfRange, .highS: .refused(.invalidSignature)
      case .notATransaction, .rlp, .chainIDTooLarge: .undecodable("rlp: \(error)")
      }
  }
}
