import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions
import NodeClient

// MARK: - Checking Signatures

extension AnswerReader {
  /// Returns the chain that a transaction was signed for, if its hash, sender and signature match
  /// its fields.
  ///
  /// A node can forge a transaction of an account, but not a signature for it.
  func signedChainID(of told: NodeTransaction) -> ChainID? {
    do {
      let v = try member("v").quantity()
      let chainID = try signedChainID(told.type, v: v)
      guard let chainID, let unsigned = try unsigned(told, chainID),
        let signature = Signature(
          r: try padded("r"), s: try padded("s"),
          yParity: UInt8(told.type == 0 ? (v - 35) % 2 : min(v, 2)))
      else { return nil }
      let envelope = TransactionEnvelope(transaction: unsigned, signature: signature)
      guard envelope.hash == told.hash, try envelope.recoverSender() == told.from else {
        return nil
      }
      return chainID
    } catch {
      return nil
    }
  }

  /// Returns the chain that the answer names: in `v`, by EIP-155, or in its own field.
  private func signedChainID(_ type: UInt8, v: UInt64) throws(NodeError) -> ChainID? {
    guard type == 0 else { return ChainID(rawValue: try member("chainId").quantity()) }
    return v >= 35 ? ChainID(rawValue: (v - 35) / 2) : nil
  }

  private func unsigned(
    _ told: NodeTransaction, _ chainID: ChainID
  ) throws -> UnsignedTransaction? {
    switch told.type {
    case 0:
      .legacy(
        LegacyTransaction(
          chainID: chainID, nonce: told.nonce, gasPrice: told.maxFeePerGas,
          gasLimit: told.gasLimit, to: told.to, value: told.value, data: told.data))
    case 1:
      .accessList(
        AccessListTransaction(
          chainID: chainID, nonce: told.nonce, gasPrice: told.maxFeePerGas,
          gasLimit: told.gasLimit, to: told.to, value: told.value, data: told.data,
          accessList: try accessList()))
    case 2:
      .dynamicFee(
        DynamicFeeTransaction(
          chainID: chainID, nonce: told.nonce, maxPriorityFeePerGas: told.maxPriorityFeePerGas,
          maxFeePerGas: told.maxFeePerGas, gasLimit: told.gasLimit, to: told.to,
          value: told.value, data: told.data, accessList: try accessList()))
    default: nil
    }
  }

  private func accessList() throws -> [AccessListEntry] {
    try member("accessList").elements().map { entry in
      AccessListEntry(
        address: try entry.member("address").address(),
        storageKeys: try entry.member("storageKeys").elements().map { try $0.hash() })
    }
  }

  /// Returns a number of up to 32 bytes, which is written without leading zeros.
  private func padded(_ name: String) throws -> Hash32 {
    try member(name).wei().quantity.bytes32
  }
}
