import DevChain
import EthereumCrypto
import EthereumPrimitives
import JSONRPC
import Testing

/// JSON-RPC in front of the chain: the envelope, the arguments, geth's words.
struct DevChainRPCTests {
  func body(_ answer: DevChainAnswer) throws -> JSONValue {
    guard case .body(let body) = answer else {
      Issue.record("expected a body, got \(answer)")
      return .null
    }
    return try JSONValue(parsing: body)
  }

  func call(
    _ method: String, _ params: JSONValue = [], on rpc: inout DevChainRPC, now: UInt64 = 1
  ) throws -> JSONValue {
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params,
    ]
    return try body(rpc.answer(request.encoded, nowSeconds: now))
  }

  func result(
    _ method: String, _ params: JSONValue = [], on rpc: inout DevChainRPC, now: UInt64 = 1
  ) throws -> JSONValue {
    let answer = try call(method, params, on: &rpc, now: now)
    #expect(answer["error"] == nil, "\(method): \(answer.text)")
    return answer["result"] ?? .null
  }

  /// Returns an answer with that JSON text, members by their names.
  func body(_ text: String) throws -> DevChainAnswer {
    .body(try JSONValue(parsing: Array(text.utf8)).encoded)
  }

  func rpc() -> DevChainRPC { DevChainRPC(state: DevChainState(.waiting)) }

  // MARK: - The envelope

  @Test(arguments: [
    ("{", #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"parse error"}}"#),
    ("[]", #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"empty batch"}}"#),
    ("1", #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"invalid request"}}"#),
    (
      #"{"jsonrpc":"2.0","id":"a","method":"eth_foo"}"#,
      #"{"jsonrpc":"2.0","id":"a","error":{"code":-32601,"message":"the method eth_foo does not exist/is not available"}}"#
    ),
    (
      #"{"id":5,"method":"eth_chainId"}"#,
      #"{"jsonrpc":"2.0","id":5,"error":{"code":-32600,"message":"invalid request"}}"#
    ),
    (
      #"{"jsonrpc":"2.0","id":{},"method":"eth_chainId"}"#,
      #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"invalid request"}}"#
    ),
    (
      #"{"jsonrpc":"2.0","id":1.50,"method":"eth_chainId"}"#,
      #"{"jsonrpc":"2.0","id":1.5,"result":"0x7a69"}"#
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":{}}"#,
      #"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"non-array args"}}"#
    ),
    (
      #"[{"jsonrpc":"2.0","id":1,"method":"net_version"},{"jsonrpc":"2.0","method":"eth_chainId"},7,{"jsonrpc":"2.0","id":"x","method":"eth_syncing","params":[]}]"#,
      #"[{"jsonrpc":"2.0","id":1,"result":"31337"},{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"invalid request"}},{"jsonrpc":"2.0","id":"x","result":false}]"#
    ),
  ])
  func requestsAreAnsweredAsGethDoes(request: String, answer: String) throws {
    var rpc = rpc()
    #expect(rpc.answer(Array(request.utf8), nowSeconds: 1) == (try body(answer)))
  }

  @Test func notificationsGetNoAnswer() {
    var rpc = rpc()
    let request = Array(#"{"jsonrpc":"2.0","method":"evm_mine"}"#.utf8)
    #expect(rpc.answer(request, nowSeconds: 1) == .body([]))
    #expect(rpc.state.head.header.number == 1)
  }

  @Test func batchesAreBounded() throws {
    var rpc = rpc()
    let one: JSONValue = ["jsonrpc": "2.0", "id": 1, "method": "eth_chainId"]
    func answers(_ count: Int) throws -> JSONValue {
      try body(
        rpc.answer(JSONValue.array(Array(repeating: one, count: count)).encoded, nowSeconds: 1))
    }
    #expect(try answers(DevChainRPC.batchCountMax).array?.count == DevChainRPC.batchCountMax)
    #expect(
      try answers(DevChainRPC.batchCountMax + 1)["error"]
        == ["code": -32_600, "message": "batch too large"])
  }

  // MARK: - Arguments

  @Test(
    arguments: [
      ("eth_getBalance", [], "missing value for required argument 0"),
      ("eth_getBalance", [nil], "missing value for required argument 0"),
      (
        "eth_getBalance", [1],
        "invalid argument 0: json: cannot unmarshal non-string into Go value of type common.Address"
      ),
      (
        "eth_getBalance", ["00"],
        "invalid argument 0: json: cannot unmarshal hex string without 0x prefix into Go value of type common.Address"
      ),
      (
        "eth_getBalance", ["0x123"],
        "invalid argument 0: json: cannot unmarshal hex string of odd length into Go value of type common.Address"
      ),
      (
        "eth_getBalance", ["0x1234"],
        "invalid argument 0: hex string has length 4, want 40 for common.Address"
      ),
      (
        "eth_getBalance", ["0x000000000000000000000000000000000000000g"],
        "invalid argument 0: json: cannot unmarshal invalid hex string into Go value of type common.Address"
      ),
      (
        "eth_getBalance", ["0x0000000000000000000000000000000000000000", "0x01"],
        "invalid argument 1: hex number with leading zero digits"
      ),
      (
        "eth_getBalance", ["0x0000000000000000000000000000000000000000", "newest"],
        "invalid argument 1: hex string without 0x prefix"
      ),
      (
        "eth_getBalance", ["0x0000000000000000000000000000000000000000", "latest", 1],
        "too many arguments, want at most 2"
      ),
      ("eth_chainId", [1], "too many arguments, want at most 0"),
      (
        "eth_getBlockByNumber", ["latest", 1],
        "invalid argument 1: json: cannot unmarshal number into Go value of type bool"
      ),
      ("eth_getBlockByNumber", ["latest"], "missing value for required argument 1"),
      (
        "eth_getTransactionReceipt", ["0x12"],
        "invalid argument 0: hex string has length 2, want 64 for common.Hash"
      ),
      (
        "eth_sendRawTransaction", [""],
        "invalid argument 0: json: cannot unmarshal empty hex string into Go value of type hexutil.Bytes"
      ),
      (
        "eth_getStorageAt", ["0x0000000000000000000000000000000000000000", "0xasdf", "latest"],
        "invalid hex in storage key: \"0xasdf\""
      ),
      (
        "eth_getLogs", [["fromBlock": "0x0", "toBlock": "0x1"]],
        "block range extends beyond current head block"
      ),
      ("eth_getLogs", [["fromBlock": "latest", "toBlock": "earliest"]], nil),
      ("evm_mine", ["0x186a1"], "invalid argument 0: expected at most 100000 blocks"),
      (
        "dev_fault", [["kind": "fire"]],
        "invalid argument 0: expected a \"kind\" of http, close, garbage, wrongid, truncate, rpc, result,"
          + " delay, accept-then-refuse, accept-then-time-out, stale, forged-receipt, nonce, fees,"
          + " chain-id or forget-pool"
      ),
    ] as [(String, JSONValue, String?)])
  func badArgumentsAreRefusedInGethsWords(method: String, params: JSONValue, text: String?) throws {
    var rpc = rpc()
    let answer = try call(method, params, on: &rpc)
    if let text {
      #expect(answer["error"] == ["code": -32_602, "message": .string(text)])
    } else {
      #expect(answer["result"] == [])
    }
  }

  @Test func blocksOfTheFutureHaveNoState() throws {
    var rpc = rpc()
    let address: JSONValue = "0x0000000000000000000000000000000000000000"
    #expect(
      try call("eth_getBalance", [address, "0x1"], on: &rpc)["error"]
        == ["code": -32_000, "message": "header not found"])
    #expect(try result("eth_getBalance", [address, "0x0"], on: &rpc) == "0x0")
    #expect(try result("eth_getBlockByNumber", ["0x1", false], on: &rpc) == .null)
  }

  @Test func blocksCanBeNamedByHashAsInEIP1898() throws {
    var rpc = rpc()
    let account = JSONValue.string(DevChainAccounts.addresses[0].hex)
    let hash = JSONValue.string(rpc.state.head.hash.hex)
    rpc.state.mine(nowSeconds: 1)
    for tag in [hash, ["blockHash": hash], ["blockNumber": "0x0"], "earliest"] {
      #expect(
        try result("eth_getBalance", [account, tag], on: &rpc) == "0x21e19e0c9bab2400000")
    }
    #expect(
      try call("eth_getBalance", [account, ["blockHash": hash, "blockNumber": "0x0"]], on: &rpc)[
        "error"]
        == [
          "code": -32_602,
          "message":
            "invalid argument 1: cannot specify both BlockHash and BlockNumber, choose one or the other",
        ])
  }

  // MARK: - What recorded geth answers say

  @Test func errorsAreThoseOfTheRecordedPairs() throws {
    var rpc = rpc()
    let key = "0x00000000000000000000000000000000000000000000000000000000000000000"
    #expect(
      try call(
        "eth_getStorageAt", ["0xaa00000000000000000000000000000000000000", .string(key), "latest"],
        on: &rpc)[
          "error"]
        == [
          "code": -32_602,
          "message": .string("storage key too long (want at most 32 bytes): \"\(key)\""),
        ])
    #expect(
      try call(
        "eth_getLogs",
        [
          [
            "blockHash": "0xf69b05b90b7e50c0b5b9b74d2d63a983dee56dffbbd68a530f026f263d76810c",
            "fromBlock": "0x3", "toBlock": "0x4",
          ]
        ], on: &rpc)["error"]
        == [
          "code": -32_602,
          "message":
            "invalid argument 0: cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other",
        ])
    #expect(
      try call("eth_getLogs", [["fromBlock": "0x32", "toBlock": "0x2f"]], on: &rpc)["error"]
        == ["code": -32_602, "message": "invalid block range params"])
    #expect(
      try result(
        "eth_estimateGas",
        [
          [
            "from": "0xaa00000000000000000000000000000000000000",
            "to": "0x0100000000000000000000000000000000000000",
          ]
        ], on: &rpc) == "0x5208")
  }

  // MARK: - Estimating and calling

  @Test(
    arguments: [
      (
        ["value": "0x1"],
        "failed with 30000000 gas: insufficient funds for gas * price + value: address 0xaa00000000000000000000000000000000000000 have 0 want 1"
      ),
      (["value": "0x1", "maxFeePerGas": "0x3b9aca00"], "insufficient funds for transfer"),
      (["maxFeePerGas": "0x3b9aca00"], "gas required exceeds allowance (0)"),
      (
        ["maxFeePerGas": "0x1"],
        "failed with 30000000 gas: max fee per gas less than block base fee: address 0xaa00000000000000000000000000000000000000, maxFeePerGas: 1, baseFee: 1000000000"
      ),
      (
        ["maxFeePerGas": "0x1", "maxPriorityFeePerGas": "0x2"],
        "failed with 30000000 gas: max priority fee per gas higher than max fee per gas: address 0xaa00000000000000000000000000000000000000, maxPriorityFeePerGas: 2, maxFeePerGas: 1"
      ),
      (
        ["gasPrice": "0x1", "maxFeePerGas": "0x1"],
        "both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified"
      ),
      (["gas": "0x5207"], "gas required exceeds allowance (20999)"),
      (
        ["input": "0x01", "data": "0x02"],
        "both \"data\" and \"input\" are set and not equal. Please use \"input\" to pass transaction call data"
      ),
    ] as [(JSONValue, String)])
  func estimatesAreRefusedInGethsWords(fields: JSONValue, text: String) throws {
    var rpc = rpc()
    var call: JSONObject = [
      "from": "0xaa00000000000000000000000000000000000000",
      "to": "0x0100000000000000000000000000000000000000",
    ]
    for (name, value) in fields.object ?? [:] { call[name] = value }
    #expect(
      try self.call("eth_estimateGas", [.object(call)], on: &rpc)["error"]
        == ["code": -32_000, "message": .string(text)])
  }

  @Test func estimatesCoverTheDataAndAreEnough() throws {
    var rpc = rpc()
    for data in [[], [0], [1], [0, 1, 2, 0], [UInt8](repeating: 7, count: 100)] as [[UInt8]] {
      let estimate = try result(
        "eth_estimateGas",
        [
          [
            "from": .string(DevChainAccounts.addresses[0].hex), "to": .string(Address.zero.hex),
            "value": "0x1", "input": .string(Hex.encode(data)),
          ]
        ], on: &rpc)
      let gas = GasUnits(try Hex.decodeUInt64(#require(estimate.string)))
      var copy = rpc.state
      _ = try copy.submit(raw: Transfer(gasLimit: gas, data: data).raw, nowSeconds: 1)
      #expect(throws: DevChainSubmissionError.self) {
        _ = try copy.submit(
          raw: Transfer(from: 1, gasLimit: GasUnits(gas.rawValue - 1), data: data).raw,
          nowSeconds: 1)
      }
    }
  }

  // MARK: - Fees

  @Test func feeHistoriesAreCutToTheChain() throws {
    var rpc = rpc()
    for tip in [30, 10, 20] as [Wei] {
      _ = try rpc.state.submit(
        raw: Transfer(from: Int(tip.quantity.word0 / 10) - 1, tip: tip).raw, nowSeconds: 1)
    }
    rpc.state.mine(nowSeconds: 1)
    #expect(
      try result("eth_feeHistory", ["0xa", "latest", [0, 50, 100]], on: &rpc) == [
        "oldestBlock": "0x0",
        "reward": [["0x0", "0x0", "0x0"], ["0xa", "0x14", "0x1e"]],
        "baseFeePerGas": ["0x3b9aca00", "0x342770c0", "0x2da98517"],
        "gasUsedRatio": [0, .number(JSONNumber(0.0021))],
        "baseFeePerBlobGas": ["0x1", "0x1", "0x1"], "blobGasUsedRatio": [0, 0],
      ])
    #expect(
      try call("eth_feeHistory", ["0x1", "0x2", []], on: &rpc)["error"]
        == ["code": -32_000, "message": "request beyond head block: requested 2, head 1"])
    #expect(
      try call("eth_feeHistory", ["0x1", "latest", [50, 50]], on: &rpc)["error"]
        == ["code": -32_000, "message": "invalid reward percentile: #0:50 >= #1:50"])
    #expect(
      try call("eth_feeHistory", ["0x1", "latest", [100.5]], on: &rpc)["error"]
        == ["code": -32_000, "message": "invalid reward percentile: 100.5"])
    #expect(
      try result("eth_feeHistory", ["0x0", "latest", []], on: &rpc)
        == ["oldestBlock": "0x0", "gasUsedRatio": []])
  }
}
