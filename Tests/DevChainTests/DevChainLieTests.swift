import BigInt
import DevChain
import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions
import JSONRPC
import Testing

/// The behaviour of a node that lies, lags or forgets; the chain behind it is unchanged.
@Suite("DevChain: lies")
struct DevChainLieTests {
  private static let sender: Address = {
    do {
      return try DevKeys.key(1).address()
    } catch {
      preconditionFailure("\(error)")
    }
  }()
  private static let recipient = Address(1, 2, 3)

  private func rpc(isAutomining: Bool = false, finalityLagBlocks: UInt64 = 0) -> DevChainRPC {
    DevChainRPC(
      state: DevChainState(
        DevChainConfiguration(
          genesisBalances: [Self.sender: BigUInt(10).power(18)], isAutomining: isAutomining,
          finalityLagBlocks: finalityLagBlocks)))
  }

  private func raw(_ nonce: UInt64) throws -> (hex: JSONValue, hash: Hash32) {
    let envelope = try UnsignedTransaction.dynamicFee(
      DynamicFeeTransaction(
        chainID: 31_337, nonce: nonce, maxPriorityFeePerGas: 1_000_000_000,
        maxFeePerGas: 3_000_000_000, gasLimit: 21_000, to: Self.recipient, value: 5)
    ).signed(by: DevKeys.key(1))
    return (.string(Hex.encode(envelope.encoded)), envelope.hash)
  }

  private func answer(
    _ method: String, _ params: JSONValue = [], on rpc: inout DevChainRPC
  ) -> DevChainAnswer {
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params,
    ]
    return rpc.answer(request.encoded, nowSeconds: 100)
  }

  private func call(
    _ method: String, _ params: JSONValue = [], on rpc: inout DevChainRPC
  ) throws -> JSONValue {
    guard case .body(let body) = answer(method, params, on: &rpc) else {
      Issue.record("\(method) was answered with no body")
      return .null
    }
    return try JSONValue(parsing: body)
  }

  private func result(
    _ method: String, _ params: JSONValue = [], on rpc: inout DevChainRPC
  ) throws -> JSONValue {
    try #require(try call(method, params, on: &rpc)["result"])
  }

  private func fault(_ json: JSONValue, on rpc: inout DevChainRPC) throws {
    #expect(try result("dev_fault", [json], on: &rpc) == true)
  }

  @Test func rejectedTransactionsWereAccepted() throws {
    var rpc = rpc()
    try fault(["kind": "accept-then-refuse", "code": -32_003, "message": "no"], on: &rpc)
    // It only affects sent transactions.
    #expect(try result("eth_blockNumber", on: &rpc) == "0x0")
    #expect(
      try call("eth_sendRawTransaction", [(try raw(0)).hex], on: &rpc)["error"]
        == ["code": -32_003, "message": "no"])
    #expect(rpc.state.pool[(try raw(0)).hash] != nil)
    #expect(rpc.faults.isEmpty)
  }

  @Test func timedOutTransactionsWereAccepted() throws {
    var rpc = rpc()
    try fault(["kind": "accept-then-time-out", "status": 504], on: &rpc)
    #expect(
      answer("eth_sendRawTransaction", [(try raw(0)).hex], on: &rpc)
        == .httpStatus(
          504, retryAfterSeconds: nil,
          body: ([
            "jsonrpc": "2.0", "id": 1,
            "error": ["code": -32_000, "message": "gateway time-out"],
          ] as JSONValue).encoded))
    try fault(["kind": "accept-then-time-out"], on: &rpc)
    #expect(answer("eth_sendRawTransaction", [(try raw(1)).hex], on: &rpc) == .closed)
    #expect(rpc.state.pool.count == 2)
  }

  @Test func aStaleReplicaAnswersAsItDidBlocksAgo() throws {
    var rpc = rpc(isAutomining: true)
    _ = try result("eth_sendRawTransaction", [(try raw(0)).hex], on: &rpc)
    let before = rpc.state
    _ = try result("eth_sendRawTransaction", [(try raw(1)).hex], on: &rpc)
    _ = try result("evm_mine", on: &rpc)
    let head = rpc.state
    try fault(["kind": "stale", "blocks": 2, "count": 5], on: &rpc)
    #expect(try result("eth_blockNumber", on: &rpc) == "0x1")
    #expect(
      try result("eth_getBlockByNumber", ["latest", false], on: &rpc)["hash"]
        == .string(before.head.hash.hex))
    #expect(
      try result("eth_getTransactionCount", [.string(Self.sender.hex), "latest"], on: &rpc) == "0x1"
    )
    #expect(
      try result("eth_getTransactionReceipt", [.string((try raw(1)).hash.hex)], on: &rpc) == .null)
    // The transactions that it receives reach the others.
    rpc.state.isAutomining = false
    _ = try result("eth_sendRawTransaction", [(try raw(2)).hex], on: &rpc)
    #expect(rpc.state.head.hash == head.head.hash)
    #expect(rpc.state.pool[(try raw(2)).hash] != nil)
    #expect(try result("eth_blockNumber", on: &rpc) == "0x3")
  }

  @Test func aForgedReceiptSaysThatTheNewestBlockHasIt() throws {
    var rpc = rpc()
    _ = try result("eth_sendRawTransaction", [(try raw(0)).hex], on: &rpc)
    _ = try result("evm_setAutomine", [false], on: &rpc)
    try fault(["kind": "forged-receipt"], on: &rpc)
    let receipt = try result(
      "eth_getTransactionReceipt", [.string((try raw(0)).hash.hex)], on: &rpc)
    #expect(receipt["blockHash"] == .string(rpc.state.head.hash.hex))
    #expect(receipt["status"] == "0x1")
    #expect(receipt["from"] == .string(Self.sender.hex))
    #expect(
      try result("eth_getTransactionReceipt", [.string((try raw(0)).hash.hex)], on: &rpc) == .null)
  }

  @Test func aNonceFeesAndTheChainAreWhateverTheNodeSays() throws {
    var rpc = rpc()
    try fault(["kind": "nonce", "add": 7], on: &rpc)
    try fault(["kind": "chain-id", "id": 5], on: &rpc)
    try fault(["kind": "fees", "tip": "0x100", "baseFee": "0x200", "count": 2], on: &rpc)
    #expect(
      try result("eth_getTransactionCount", [.string(Self.sender.hex), "latest"], on: &rpc) == "0x7"
    )
    #expect(try result("eth_chainId", on: &rpc) == "0x5")
    #expect(try result("eth_maxPriorityFeePerGas", on: &rpc) == "0x100")
    let history = try result("eth_feeHistory", ["0x1", "latest", [50]], on: &rpc)
    #expect(history["reward"] == [["0x100"]])
    #expect(history["baseFeePerGas"] == ["0x200", "0x200"])
    #expect(try result("eth_chainId", on: &rpc) == "0x7a69")
    #expect(rpc.faults.isEmpty)
  }

  @Test func aRestartedNodeForgetsWaitingTransactions() throws {
    var rpc = rpc()
    _ = try result("eth_sendRawTransaction", [(try raw(0)).hex], on: &rpc)
    try fault(["kind": "forget-pool", "method": "eth_getTransactionByHash"], on: &rpc)
    #expect(rpc.state.pool.count == 1)
    #expect(
      try result("eth_getTransactionByHash", [.string((try raw(0)).hash.hex)], on: &rpc) == .null)
    _ = try result("eth_sendRawTransaction", [(try raw(0)).hex], on: &rpc)
    #expect(try result("dev_forgetPool", on: &rpc) == true)
    #expect(rpc.state.pool.count == 0)
  }

  // MARK: - Reorganisations

  @Test(arguments: DevChainState.Fate.allCases)
  func aReorganisationTakesBlocksBackAndBalancesItsBooks(fate: DevChainState.Fate) throws {
    var rpc = rpc(isAutomining: true)
    let genesis = rpc.state.head.hash
    for nonce in UInt64(0)..<3 {
      _ = try result("eth_sendRawTransaction", [(try raw(nonce)).hex], on: &rpc)
    }
    let old = rpc.state
    #expect(try result("dev_reorg", [2, .string(fate.rawValue)], on: &rpc) == "0x2")
    let state = rpc.state
    #expect(state.head.header.number == 4, "one block more than before")
    #expect(state.blocks[0].hash == genesis && state.blocks[1] == old.blocks[1])
    for number in 2...3 {
      #expect(state.blocks[number].hash != old.blocks[number].hash)
      #expect(state.blocks[number].header.parentHash == state.blocks[number - 1].hash)
      #expect(state.block(hash: old.blocks[number].hash) == nil)
    }
    #expect(state.books.isBalanced)
    #expect(state.ledger[Self.sender].nonce == (fate == .mine ? 3 : 1))
    #expect(state.pool.count == (fate == .pool ? 2 : 0))
    #expect((state.place(of: (try raw(2)).hash) != nil) == (fate == .mine))
    #expect(state.place(of: (try raw(0)).hash)?.blockNumber == 1)
  }

  @Test func theFirstBlockIsNeverTakenBack() throws {
    var rpc = rpc()
    #expect(try result("dev_reorg", [3], on: &rpc) == "0x0")
    _ = try result("evm_mine", on: &rpc)
    #expect(try result("dev_reorg", [3], on: &rpc) == "0x1")
    #expect(rpc.state.head.header.number == 2)
    #expect(
      try call("dev_reorg", [1, "gift"], on: &rpc)["error"]
        == ["code": -32_602, "message": "invalid argument 1: expected mine, pool or drop"])
  }

  /// Otherwise a fault that was not used yet could not be removed.
  @Test func methodsThatControlTheChainAreMatchedByNameOnly() throws {
    var rpc = rpc()
    try fault(["kind": "http", "status": 503], on: &rpc)
    #expect(try result("dev_clearFaults", on: &rpc) == true)
    #expect(rpc.faults.isEmpty)
    try fault(["kind": "http", "status": 503], on: &rpc)
    guard case .httpStatus(503, _, _) = answer("eth_blockNumber", on: &rpc) else {
      Issue.record("the fault met nobody")
      return
    }
    try fault(["kind": "http", "status": 503, "method": "dev_clearFaults"], on: &rpc)
    guard case .httpStatus(503, _, _) = answer("dev_clearFaults", on: &rpc) else {
      Issue.record("the fault met nobody")
      return
    }
  }

  @Test func finalityLagsAsFarAsItIsSet() throws {
    var rpc = rpc(finalityLagBlocks: 3)
    for (mined, finalized) in [(1, "0x0"), (2, "0x0"), (1, "0x1")] {
      _ = try result("evm_mine", [.number(JSONNumber(UInt64(mined)))], on: &rpc)
      for tag in ["finalized", "safe"] {
        let block = try result("eth_getBlockByNumber", [.string(tag), false], on: &rpc)
        #expect(block["number"] == .string(finalized))
      }
    }
  }
}
