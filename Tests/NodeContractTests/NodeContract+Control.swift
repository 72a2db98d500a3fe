import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions
import JSONRPC
import NodeClient
import Testing

// Reorganisations and faults.
extension NodeContract {
  static func aRevertedChainHasForgottenAndTakesTheTransactionAgain(_ node: ContractNode)
    async throws
  {
    let snapshot = try await node.call("evm_snapshot")
    let envelope = Dev.transfer().signed(by: try Dev.key(0))
    _ = try await node.client.sendRawTransaction(envelope.encoded)
    try await node.mine()
    #expect(try await node.client.receipt(envelope.hash) != nil)
    #expect(try await node.call("evm_revert", [snapshot]) == true)
    #expect(try await node.client.receipt(envelope.hash) == nil)
    #expect(try await node.client.balance(of: Dev.stranger) == 0)
    _ = try await node.client.sendRawTransaction(envelope.encoded)
    try await node.mine()
    #expect(try await node.client.receipt(envelope.hash)?.outcome == .succeeded)
  }

  static func faultsComeThroughAsTypedErrors(_ node: ContractNode) async throws {
    func fault(_ fault: JSONValue) async throws -> NodeError? {
      try await node.call("dev_fault", [fault])
      // libcurl repeats a request by itself when a connection that it has used before is closed.
      let client = node.reconnected.client
      return await #expect(throws: NodeError.self) { try await client.chainID() }
    }
    #expect(
      try await fault(["kind": "http", "status": 429, "retryAfter": 7])
        == .httpStatus(429, retryAfter: .seconds(7)))
    let endpoint = node.transport.endpoint
    let lost = NodeError.connectionLost(endpoint: endpoint, reason: "the server closed it")
    for kind in ["close", "truncate"] as [JSONValue] {
      let error = try await fault(["kind": kind])
      #expect(error == lost, "\(kind.text): \(String(describing: error))")
    }
    guard case .malformedAnswer(_, let problem)? = try await fault(["kind": "garbage"]) else {
      Issue.record("expected .malformedAnswer")
      return
    }
    #expect(problem.actual == "<html>bad gateway</html>")
    guard case .wrongID(_, _, "999999")? = try await fault(["kind": "wrongid"]) else {
      Issue.record("expected .wrongID")
      return
    }
    #expect(
      try await fault(["kind": "rpc", "code": -32_005, "message": "limit exceeded"])
        == .refused(
          method: "eth_chainId", RPCError(code: -32_005, message: "limit exceeded")))
    #expect(
      try await fault(["kind": "result", "result": "0x01"])?.isRetryable == false)
    #expect(try await node.client.chainID() == 31_337, "and then all is well again")
  }
}
