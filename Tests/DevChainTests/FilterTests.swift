import DevChain
import EthereumPrimitives
import EthereumTransactions
import JSONRPC
import Testing

/// Filters that are polled.
struct FilterTests {
  private func result(
    _ method: String, _ params: JSONValue = [], on rpc: inout DevChainRPC
  ) throws -> JSONValue {
    let answer = try answer(method, params, on: &rpc)
    #expect(answer["error"] == nil, "\(method): \(answer.text)")
    return answer["result"] ?? .null
  }

  private func answer(
    _ method: String, _ params: JSONValue, on rpc: inout DevChainRPC
  ) throws -> JSONValue {
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params,
    ]
    guard case .body(let body) = rpc.answer(request.encoded, nowSeconds: 1) else { return .null }
    return try JSONValue(parsing: body)
  }

  @Test func newBlocksAreReportedOnceAndThoseOfAReorganisationAgain() throws {
    var rpc = DevChainRPC(state: DevChainState())
    let id = try result("eth_newBlockFilter", on: &rpc)
    #expect(try result("eth_getFilterChanges", [id], on: &rpc) == [])
    rpc.state.mine(nowSeconds: 2)
    rpc.state.mine(nowSeconds: 3)
    let hashes = rpc.state.blocks.dropFirst().map { JSONValue.string($0.hash.hex) }
    #expect(try result("eth_getFilterChanges", [id], on: &rpc) == .array(hashes))
    #expect(try result("eth_getFilterChanges", [id], on: &rpc) == [])
    rpc.state.reorganise(depth: 1, transactions: .mine)
    let anew = rpc.state.blocks.dropFirst(2).map { JSONValue.string($0.hash.hex) }
    #expect(anew.count == 2)
    #expect(try result("eth_getFilterChanges", [id], on: &rpc) == .array(anew))
  }

  @Test func aWaitingTransactionIsReportedOnceAlsoWhenItIsMined() throws {
    var rpc = DevChainRPC(state: DevChainState(DevChainConfiguration(isAutomining: false)))
    let id = try result("eth_newPendingTransactionFilter", on: &rpc)
    let hash = try result(
      "eth_sendRawTransaction", [.string(Hex.encode(try Transfer().raw))], on: &rpc)
    #expect(try result("eth_getFilterChanges", [id], on: &rpc) == .array([hash]))
    rpc.state.mine(nowSeconds: 2)
    #expect(try result("eth_getFilterChanges", [id], on: &rpc) == [])
  }

  @Test func logsAreShownAsTheyArrive() throws {
    var rpc = DevChainRPC(state: DevChainState())
    let filter: JSONValue = ["address": .string(DevToken.address.hex)]
    let id = try result("eth_newFilter", [filter], on: &rpc)
    var transfer = Transfer()
    transfer.to = DevToken.address
    transfer.value = 0
    transfer.gasLimit = 100_000
    transfer.data = ERC20.transfer.call(Address(0x1111, 0, 0), UInt256(7))
    _ = try result("eth_sendRawTransaction", [.string(Hex.encode(try transfer.raw))], on: &rpc)
    #expect(try result("eth_getFilterChanges", [id], on: &rpc).array?.count == 1)
    #expect(try result("eth_getFilterChanges", [id], on: &rpc) == [])
    #expect(try result("eth_getFilterLogs", [id], on: &rpc).array?.count == 1)
    #expect(try result("eth_uninstallFilter", [id], on: &rpc) == true)
    #expect(try result("eth_uninstallFilter", [id], on: &rpc) == false)
    #expect(
      try answer("eth_getFilterChanges", [id], on: &rpc)["error"]
        == ["code": -32_000, "message": "filter not found"])
  }

  @Test func theOldestFilterGoesWhenThereAreTooMany() throws {
    var rpc = DevChainRPC(state: DevChainState())
    let first = try result("eth_newBlockFilter", on: &rpc)
    for _ in 1..<256 { _ = try result("eth_newBlockFilter", on: &rpc) }
    #expect(try result("eth_getFilterChanges", [first], on: &rpc) == [])
    _ = try result("eth_newBlockFilter", on: &rpc)
    #expect(try answer("eth_getFilterChanges", [first], on: &rpc)["error"] != nil)
  }

  @Test(arguments: ["eth_subscribe", "debug_setHead", "eth_sendTransaction"])
  func missingMethodsHaveTheStandardErrorCode(method: String) throws {
    var rpc = DevChainRPC(state: DevChainState())
    #expect(try answer(method, [], on: &rpc)["error"]?["code"] == -32_601)
  }
}
