import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions
import JSONRPC
import NodeClient
import Testing

// The refusals of a node's pool.
extension NodeContract {
  static func refusalsAreGethsWordForWord(_ node: ContractNode) async throws {
    #expect(
      try await node.refusal(of: Dev.transfer(value: Dev.funds))
        == "insufficient funds for gas * price + value: balance 10000000000000000000000, "
        + "tx cost 10000000210000000000000, overshot 210000000000000")
    #expect(
      try await node.refusal(of: Dev.transfer(gasLimit: 20_999))
        == "intrinsic gas too low: gas 20999, minimum needed 21000")
    #expect(
      try await node.refusal(of: Dev.transfer(gasLimit: 1_000_000_000, tip: 1, feeCap: 1_000_000))
        == "exceeds block gas limit")
  }

  static func refusalsAreClassified(_ node: ContractNode) async throws {
    func classified(_ transaction: UnsignedTransaction) async throws -> PoolRefusal? {
      try await node.error(of: transaction)?.poolRefusal
    }
    #expect(try await classified(Dev.transfer(chainID: 1)) == .invalidSender)
    #expect(
      try await classified(Dev.transfer(tip: 2, feeCap: 1)) == .tipAboveFeeCap)
    #expect(try await classified(Dev.transfer(tip: 0)) == .underpriced)
    #expect(
      try await classified(Dev.transfer(gasLimit: 1_000_000_000, tip: 1, feeCap: 1_000_000))
        == .gasAboveBlockLimit)
    let sent = Dev.transfer()
    #expect(try await node.refusal(of: sent) == nil)
    #expect(try await node.refusal(of: sent) == "already known")
    #expect(try await classified(sent) == .alreadyKnown)
    try await node.mine()
    #expect(
      try await node.refusal(of: Dev.transfer(value: 9))
        == "nonce too low: next nonce 1, tx nonce 0")
  }

  static func unprotectedTransactionsAreRefused(_ node: ContractNode) async throws {
    let legacy = UnsignedTransaction.legacy(
      LegacyTransaction(
        chainID: nil, nonce: 0, gasPrice: 5_000_000_000, gasLimit: 21_000, to: Dev.stranger,
        value: 1))
    #expect(
      try await node.refusal(of: legacy)
        == "only replay-protected (EIP-155) transactions allowed over RPC")
  }
}

extension ContractNode {
  func mine() async throws { try await call("evm_mine") }

  /// Submits a transaction signed by the first account; returns its refusal.
  func error(of transaction: UnsignedTransaction) async throws -> NodeError? {
    do {
      _ = try await client.sendRawTransaction(transaction.signed(by: Dev.key(0)).encoded)
      return nil
    } catch let error as NodeError {
      return error
    }
  }

  /// Returns the node's message about a refused transaction.
  func refusal(of transaction: UnsignedTransaction) async throws -> String? {
    guard let error = try await error(of: transaction) else { return nil }
    guard case .refused(_, let refusal) = error else { throw error }
    return refusal.message
  }
}
