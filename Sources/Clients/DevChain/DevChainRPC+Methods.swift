import BigInt
import EthereumPrimitives
import JSONRPC

extension DevChainRPC {
  /// The tracing methods of geth, which some clients call unasked.
  ///
  /// - SeeAlso: EIP-1474, the error "Method not supported".
  private static let tracingMethods: Set = [
    "debug_traceBlockByHash", "debug_traceBlockByNumber", "debug_traceCall",
    "debug_traceTransaction", "trace_block", "trace_transaction",
  ]

  /// Executes one call.
  ///
  /// - Throws: `RPCError` with geth's code and text.
  mutating func result(
    of method: String, _ parameters: RPCParameters, nowSeconds: UInt64
  ) throws(RPCError) -> JSONValue {
    if let answer = try networkResult(of: method, parameters) { return answer }
    if let answer = try accountResult(of: method, parameters) { return answer }
    if let answer = try feeResult(of: method, parameters) { return answer }
    if let answer = try blockResult(of: method, parameters, nowSeconds: nowSeconds) {
      return answer
    }
    if let answer = try filterResult(of: method, parameters) { return answer }
    if let answer = try poolResult(of: method, parameters, nowSeconds: nowSeconds) {
      return answer
    }
    if let answer = try controlResult(of: method, parameters, nowSeconds: nowSeconds) {
      return answer
    }
    if method == "eth_subscribe" || method == "eth_unsubscribe" {
      throw RPCError(code: -32_601, message: "notifications not supported")
    }
    if Self.tracingMethods.contains(method) {
      throw RPCError(
        code: -32_004,
        message: "the method \(method) is not supported: this chain runs no EVM and has no traces")
    }
    throw RPCError(
      code: -32_601, message: "the method \(method) does not exist/is not available")
  }

  /// Handles the methods about the node and its chain.
  private func networkResult(
    of method: String, _ parameters: RPCParameters
  ) throws(RPCError) -> JSONValue? {
    let result: JSONValue
    switch method {
    case "web3_clientVersion": result = .string(state.configuration.clientVersion)
    case "net_version": result = .string(state.configuration.chainID.description)
    case "net_listening": result = true
    case "eth_chainId": result = .quantity(state.configuration.chainID.rawValue)
    case "eth_blockNumber": result = .quantity(state.head.header.number)
    case "eth_syncing": result = false
    // The node has no keys: the sender signs.
    case "eth_accounts": result = []
    case _: return nil
    }
    try parameters.requireAtMost(0)
    return result
  }

  // MARK: - Choosing a block

  /// Returns the number of the block that an argument names; the newest if it is omitted.
  ///
  /// - Returns: Nil if the block does not exist.
  func blockNumber(_ parameters: RPCParameters, _ index: Int) throws(RPCError) -> UInt64? {
    let head = state.head.header.number
    guard let value = parameters.optional(index) else { return head }
    if let object = value.object { return try blockNumber(object, argument: index) }
    guard let text = value.string else {
      throw RPCParameters.invalid(
        index, "json: cannot unmarshal \(RPCParameters.goKind(value)) into Go value of type string")
    }
    switch text {
    case "latest", "pending": return head
    case "safe", "finalized":
      return head - min(head, state.configuration.finalityLagBlocks)
    case "earliest": return 0
    // A hash instead of a number, as EIP-1898 and geth allow.
    case _ where text.utf8.count == 66: return try blockNumber(hash: value, argument: index)
    case _: break
    }
    let number: UInt64
    do {
      number = try HexText.uint64(text)
    } catch {
      throw RPCParameters.invalid(index, "\(error)")
    }
    return number <= head ? number : nil
  }

  /// Reads the object form of EIP-1898.
  private func blockNumber(
    _ object: JSONObject, argument index: Int
  ) throws(RPCError) -> UInt64? {
    switch (object["blockNumber"], object["blockHash"]) {
    case (.some, .some):
      throw RPCParameters.invalid(
        index, "cannot specify both BlockHash and BlockNumber, choose one or the other")
    case (let number?, nil):
      let number = try RPCParameters.quantity(number, argument: index)
      return number <= state.head.header.number ? number : nil
    case (nil, let hash?):
      return try blockNumber(hash: hash, argument: index)
    case (nil, nil):
      throw RPCParameters.invalid(index, "invalid block number or hash")
    }
  }

  private func blockNumber(hash: JSONValue, argument index: Int) throws(RPCError) -> UInt64? {
    let bytes = try RPCParameters.read(hash, argument: index, type: "common.Hash", HexText.bytes)
    guard let hash = Hash32(bytes: bytes) else {
      throw RPCParameters.invalid(
        index, "hex string has length \(2 * bytes.count), want 64 for common.Hash")
    }
    return state.block(hash: hash)?.header.number
  }

  /// Returns the number of the block whose state an argument refers to.
  func stateBlockNumber(_ parameters: RPCParameters, _ index: Int) throws(RPCError) -> UInt64 {
    guard let number = try blockNumber(parameters, index) else {
      throw RPCError(code: -32_000, message: "header not found")
    }
    return number
  }
}
