import BigInt
import EthereumPrimitives
import JSONRPC

// Lies of a node, which change only its answers, not its actions.

extension DevChainFault.Kind {
  /// The methods that a lie affects if the fault names none; nil for any method.
  var methods: [String]? {
    switch self {
    case .acceptThenRefuse, .acceptThenTimeOut: ["eth_sendRawTransaction"]
    case .forgedReceipt: ["eth_getTransactionReceipt"]
    case .addToNonce: ["eth_getTransactionCount"]
    case .fees: ["eth_feeHistory", "eth_maxPriorityFeePerGas", "eth_gasPrice", "eth_baseFee"]
    case .chainID: ["eth_chainId", "net_version"]
    case .httpStatus, .close, .garbage, .wrongID, .truncate, .refuse, .result, .delay, .stale,
      .forgetPool:
      nil
    }
  }

  /// Returns the false answer that replaces the true one.
  func changed(
    _ result: JSONValue, of method: String, _ parameters: RPCParameters, _ state: DevChainState
  ) throws(RPCError) -> JSONValue {
    switch self {
    case .addToNonce(let count):
      guard method == "eth_getTransactionCount" else { return result }
      let nonce = try RPCParameters.quantity(result, argument: 0)
      return .quantity(nonce.addingReportingOverflow(count).partialValue)
    case .chainID(let id):
      return method == "net_version" ? .string("\(id)") : .quantity(id.rawValue)
    case .forgedReceipt(let succeeds):
      guard method == "eth_getTransactionReceipt" else { return result }
      return try Self.receipt(of: parameters.hash(0), succeeds: succeeds, state)
    case .fees(let tip, let baseFee):
      return Self.fees(result, of: method, tip: tip, baseFee: baseFee)
    case .httpStatus, .close, .garbage, .wrongID, .truncate, .refuse, .result, .delay, .stale,
      .forgetPool, .acceptThenRefuse, .acceptThenTimeOut:
      return result
    }
  }

  /// Returns a receipt that claims that the newest block contains the transaction.
  private static func receipt(
    of hash: Hash32, succeeds: Bool, _ state: DevChainState
  ) -> JSONValue {
    let transaction = state.pool[hash]
    let head = state.head
    return [
      "type": "0x2", "status": succeeds ? "0x1" : "0x0", "transactionHash": .hash(hash),
      "transactionIndex": "0x0", "blockHash": .hash(head.hash),
      "blockNumber": .quantity(head.header.number),
      "from": .string((transaction?.sender ?? .zero).hex),
      "to": .string((transaction?.to ?? .zero).hex), "contractAddress": .null,
      "gasUsed": .quantity(transaction?.gasUsed ?? 21_000),
      "cumulativeGasUsed": .quantity(transaction?.gasUsed ?? 21_000),
      "effectiveGasPrice": .quantity(head.header.baseFeePerGas), "logs": [],
      "logsBloom": .data(BlockHeader.emptyBloom),
    ]
  }

  private static func fees(
    _ result: JSONValue, of method: String, tip: BigUInt?, baseFee: BigUInt?
  ) -> JSONValue {
    switch method {
    case "eth_maxPriorityFeePerGas": return tip.map(JSONValue.quantity) ?? result
    case "eth_baseFee": return baseFee.map(JSONValue.quantity) ?? result
    case "eth_gasPrice":
      guard tip != nil || baseFee != nil else { return result }
      return .quantity((tip ?? 0) + (baseFee ?? 0))
    case "eth_feeHistory":
      guard var history = result.object else { return result }
      if let tip, let rows = history["reward"]?.array {
        history["reward"] = .array(
          rows.map { .array(($0.array ?? []).map { _ in .quantity(tip) }) })
        // The tips of an empty block are not used.
        history["gasUsedRatio"] = .array(rows.map { _ in .number(JSONNumber(0.5)) })
      }
      if let baseFee, let fees = history["baseFeePerGas"]?.array {
        history["baseFeePerGas"] = .array(fees.map { _ in .quantity(baseFee) })
      }
      return .object(history)
    case _: return result
    }
  }

  /// Reads a lie from the kinds of `dev_fault`; nil for every other kind.
  ///
  /// - Throws: `RPCError` with the code −32602, saying what was expected.
  static func lie(_ kind: String, _ json: JSONValue) throws(RPCError) -> DevChainFault.Kind? {
    func amount(_ name: String) throws(RPCError) -> BigUInt? {
      guard let value = json[name] else { return nil }
      return try RPCParameters.read(value, argument: 0, type: "hexutil.Big", HexText.uint256)
    }
    func number(_ name: String) throws(RPCError) -> UInt64 {
      guard let number = json[name]?.number?.uint64 else {
        throw RPCError(
          code: -32_602, message: "invalid argument 0: expected a whole number as \"\(name)\"")
      }
      return number
    }
    switch kind {
    case "accept-then-refuse":
      return .acceptThenRefuse(
        RPCError(
          code: json["code"]?.number?.int ?? -32_000,
          message: json["message"]?.string ?? "internal error"))
    case "accept-then-time-out":
      return .acceptThenTimeOut(status: json["status"] == nil ? nil : Int(try number("status")))
    case "stale": return .stale(blocks: try number("blocks"))
    case "forged-receipt": return .forgedReceipt(succeeds: json["status"] != "0x0")
    case "nonce": return .addToNonce(try number("add"))
    case "fees": return .fees(tip: try amount("tip"), baseFee: try amount("baseFee"))
    case "chain-id": return .chainID(ChainID(try number("id")))
    case "forget-pool": return .forgetPool
    case _: return nil
    }
  }
}
