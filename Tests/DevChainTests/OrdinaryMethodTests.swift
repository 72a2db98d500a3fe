import DevChain
import EthereumPrimitives
import JSONRPC
import Testing

/// The methods that the ordinary flows of web3.py and viem call: each answers, or says that it is
/// not supported.
struct OrdinaryMethodTests {
  private static let account: JSONValue = .string(DevChainAccounts.addresses[0].hex)
  private static let token: JSONValue = .string(DevToken.address.hex)
  private static let zero: JSONValue = .string(Hash32.zero.hex)
  private static let call: JSONValue = ["from": account, "to": token, "data": "0x18160ddd"]

  /// The requests of viem's public and wallet clients, and web3.py's modules, for reading and
  /// sending.
  private static let answered: [(String, JSONValue)] = [
    ("web3_clientVersion", []), ("net_version", []), ("net_listening", []),
    ("eth_chainId", []), ("eth_syncing", []), ("eth_accounts", []), ("eth_blockNumber", []),
    ("eth_gasPrice", []), ("eth_maxPriorityFeePerGas", []), ("eth_blobBaseFee", []),
    ("eth_feeHistory", ["0x1", "latest", [50]]), ("eth_getBalance", [account, "latest"]),
    ("eth_getTransactionCount", [account, "pending"]), ("eth_getCode", [token, "latest"]),
    ("eth_getStorageAt", [token, "0x2", "latest"]), ("eth_getProof", [token, ["0x2"], "latest"]),
    ("eth_call", [call, "latest"]), ("eth_estimateGas", [call]),
    ("eth_createAccessList", [call, "latest"]), ("eth_getLogs", [["fromBlock": "0x0"]]),
    ("eth_getBlockByNumber", ["latest", true]), ("eth_getBlockByHash", [zero, false]),
    ("eth_getBlockReceipts", ["latest"]), ("eth_getBlockTransactionCountByNumber", ["latest"]),
    ("eth_getBlockTransactionCountByHash", [zero]),
    ("eth_getTransactionByBlockNumberAndIndex", ["latest", "0x0"]),
    ("eth_getTransactionByBlockHashAndIndex", [zero, "0x0"]),
    ("eth_getTransactionByHash", [zero]), ("eth_getTransactionReceipt", [zero]),
    ("eth_newBlockFilter", []), ("eth_newPendingTransactionFilter", []), ("eth_newFilter", [[:]]),
    ("eth_uninstallFilter", ["0x9"]), ("txpool_status", []), ("txpool_content", []),
    ("evm_snapshot", []), ("evm_mine", []), ("evm_increaseTime", [1]),
  ]

  /// Methods that require keys, a virtual machine or an open connection.
  private static let absent = [
    "eth_sendTransaction", "eth_sign", "eth_signTransaction", "eth_signTypedData_v4",
    "personal_sign", "eth_requestAccounts", "wallet_getCapabilities", "wallet_sendCalls",
    "eth_subscribe", "eth_unsubscribe", "eth_simulateV1", "eth_fillTransaction", "eth_config",
    "eth_sendRawTransactionSync", "eth_getUncleCountByBlockNumber", "eth_hashrate", "eth_mining",
    "eth_coinbase", "eth_getWork", "eth_protocolVersion", "web3_sha3", "net_peerCount",
    "debug_setHead", "trace", "admin_peers", "",
  ]

  private func answer(
    _ method: String, _ params: JSONValue, on rpc: inout DevChainRPC
  ) throws -> JSONValue {
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params,
    ]
    guard case .body(let body) = rpc.answer(request.encoded, nowSeconds: 1) else { return .null }
    return try JSONValue(parsing: body)
  }

  @Test func commonMethodsAreAnswered() throws {
    var rpc = DevChainRPC(state: DevChainState())
    for (method, params) in Self.answered {
      let answer = try answer(method, params, on: &rpc)
      #expect(answer["error"] == nil && answer["result"] != nil, "\(method): \(answer.text)")
    }
  }

  /// Some tools ask for traces on their own; the error is the one that EIP-1474 defines.
  @Test(arguments: ["debug_traceTransaction", "debug_traceCall", "trace_block"])
  func tracesAreNotSupported(method: String) throws {
    var rpc = DevChainRPC(state: DevChainState())
    let answer = try answer(method, [.string("0x" + String(repeating: "0", count: 64))], on: &rpc)
    #expect(answer["error"]?["code"] == -32_004)
    #expect(
      answer["error"]?["message"]?.string
        == "the method \(method) is not supported: this chain runs no EVM and has no traces")
    #expect(try self.answer("debug_foo", [], on: &rpc)["error"]?["code"] == -32_601)
  }

  @Test func unsupportedMethodsHaveTheStandardErrorCode() throws {
    var rpc = DevChainRPC(state: DevChainState())
    for method in Self.absent {
      let answer = try answer(method, [], on: &rpc)
      #expect(answer["error"]?["code"] == -32_601, "\(method): \(answer.text)")
      let text = answer["error"]?["message"]?.string ?? ""
      #expect(
        text == "the method \(method) does not exist/is not available"
          || text == "notifications not supported", "\(method)")
    }
  }
}
