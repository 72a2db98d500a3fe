import EthereumCrypto
import EthereumKeys
import EthereumPrimitives
import EthereumTransactions
import NodeClient

/// Pays from the first account that development nodes fund; its key is public.
struct DevelopmentFunder: Sendable {
  let node: NodeClient
  let chainID: ChainID

  private static let phrase = "test test test test test test test test test test test junk"

  /// The second account that development nodes fund.
  static let otherAccount = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

  /// The maximum number of looks for the receipt, a tenth of a second apart.
  private static let lookCountMax = 600

  /// Makes a payment, and waits for its block.
  func pay(_ amount: Wei, to recipient: Address) async throws -> TransactionReceipt {
    let raw = try await sign(amount, to: recipient)
    let hash = try await node.sendRawTransaction(raw)
    for _ in 0..<Self.lookCountMax {
      if let receipt = try await node.receipt(hash) { return receipt }
      try await ContinuousClock().sleep(for: .milliseconds(100))
    }
    throw NodeError.timedOut(method: "eth_getTransactionReceipt", after: .seconds(60))
  }

  private func sign(_ amount: Wei, to recipient: Address) async throws -> [UInt8] {
    let mnemonic = try Mnemonic(phrase: Self.phrase)
    let path = try DerivationPath("m/44'/60'/0'/0/0")
    let key = try HDPrivateKey(seed: mnemonic.seed()).descendant(path).privateKey()
    let nonce = try await node.nonce(of: key.address(), at: .pending)
    let history = try await node.feeHistory(FeeHistoryQuery())
    let tip = Wei(UInt64(1_000_000_000))
    let baseFee = history.nextBaseFeePerGas ?? tip
    let transaction = UnsignedTransaction.dynamicFee(
      DynamicFeeTransaction(
        chainID: chainID, nonce: nonce, maxPriorityFeePerGas: tip,
        maxFeePerGas: try baseFee.multiplied(by: 2).adding(tip), gasLimit: 21_000, to: recipient,
        value: amount, data: [], accessList: []))
    return transaction.signed(by: key).encoded
  }
}
